-- Applications have the key that this names once the steps before are done.
ALTER TABLE customer_applications ADD CONSTRAINT customer_applications_application
  FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id);

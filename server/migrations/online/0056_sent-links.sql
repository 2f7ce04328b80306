-- Applications have the key that this names once the steps before are done.
ALTER TABLE sent_links ADD CONSTRAINT sent_links_application
  FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id);

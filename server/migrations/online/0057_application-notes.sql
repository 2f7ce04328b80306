-- Applications have the key that these name once the steps before are done.
ALTER TABLE application_notes ADD CONSTRAINT application_notes_application
  FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id);
--> step
ALTER TABLE application_follow_ups ADD CONSTRAINT application_follow_ups_application
  FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id);

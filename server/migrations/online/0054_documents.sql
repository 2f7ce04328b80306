-- Customers and pages are spread or copied in a cluster: keys to them come once these tables are, too.
ALTER TABLE documents ADD CONSTRAINT documents_customer
  FOREIGN KEY (contractor_id, customer_id) REFERENCES customers (contractor_id, id);
--> step
ALTER TABLE documents ADD CONSTRAINT documents_page_id_co_branded_pages_id_fk
  FOREIGN KEY (page_id) REFERENCES co_branded_pages (id);

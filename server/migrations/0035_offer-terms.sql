ALTER TABLE "offers" ADD COLUMN "rate_type" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "later_apr_basis_points" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "fees_cents" bigint;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "secured_by_home" boolean;
-- Keys that begin with the contractor are built while old processes go on: online/0046_spread-commissions-and-payouts.sql.
SELECT 1;

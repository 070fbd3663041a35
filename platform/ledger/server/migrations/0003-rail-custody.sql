-- A bank or a chain holds money for us as a market does: `rail-test-spei:custody:MXN`. The function is that of 0001 with
-- one more shape of owner; replacing it keeps who owns it and who may call it.
-- Opens those of these accounts that do not exist, at zero. Refuses what the chart of accounts does not know.
CREATE OR REPLACE FUNCTION ledger_open(ids text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO ledger_account (id, owner, owner_kind, purse, asset)
  SELECT wanted.id, wanted.owner,
    CASE
      WHEN wanted.owner ~ '^cus_[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN 'customer'
      WHEN wanted.owner = 'house' THEN 'house'
      WHEN wanted.owner ~ '^(venue|rail)-[a-z][a-z0-9-]*$' THEN 'venue'
      ELSE 'nobody'
    END, wanted.purse, substr(wanted.id, length(wanted.owner || wanted.purse) + 3)
  FROM (
    SELECT DISTINCT id COLLATE "C" AS id, split_part(id, ':', 1) AS owner, split_part(id, ':', 2) AS purse
    FROM unnest(ids) AS named (id)
  ) AS wanted
  WHERE NOT EXISTS (SELECT FROM ledger_account AS known WHERE known.id = wanted.id)
  ORDER BY wanted.id
  ON CONFLICT (id) DO NOTHING;

  INSERT INTO ledger_balance (account_no, side, asset)
  SELECT account.account_no, kind.side, account.asset
  FROM unnest(ids) AS named (id) JOIN ledger_account AS account USING (id)
    JOIN ledger_account_kind AS kind USING (owner_kind, purse)
  ORDER BY account.account_no
  ON CONFLICT (account_no) DO NOTHING;
END $$;

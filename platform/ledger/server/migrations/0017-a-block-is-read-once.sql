-- As 0015 has it, except that a block's body is unpacked once.
-- Refuses what a room posts against the grammar, or again. A block that ends with the act of an order is the desk's, and of
-- a long block what the desk writes is left out: the follower checks those within a second.
CREATE OR REPLACE FUNCTION ledger_check_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  long_block CONSTANT integer := 64;
  added integer := (new.last - new.first)::integer + 1;
  -- Read once: what is stored apart is fetched and unpacked whole at each mention, which took seconds for a thousand acts.
  body bytea := new.body || ''::bytea;
  entry record;
  problem text;
BEGIN
  IF journal_kind(body, substring(new.places from 4 * added - 3 for 4)::integer) = 'order' THEN RETURN NULL; END IF;
  FOR entry IN
    SELECT new.first + step AS seq, act.kind, begun.place
    FROM generate_series(0, added - 1) AS step,
      LATERAL (SELECT substring(new.places from 4 * step + 1 for 4)::integer AS place OFFSET 0) AS begun,
      LATERAL (SELECT journal_kind(body, begun.place) AS kind OFFSET 0) AS act
    WHERE act.kind NOT IN ('account', 'audit', 'audit-head', 'row-kept', 'row-removed', 'order')
      AND (added <= long_block OR NOT EXISTS (SELECT FROM ledger_entry_rule AS rule WHERE rule.kind = act.kind AND rule.of_desk))
    ORDER BY step
  LOOP
    DECLARE act jsonb := (journal_item(body, entry.place)).item;
    BEGIN
      -- An act of another kind without postings moves nothing.
      CONTINUE WHEN jsonb_array_length(act -> 8) = 0 AND NOT starts_with(act ->> 5, 'ent_');
      problem := ledger_entry_problem(act);
      IF problem IS NOT NULL THEN
        RAISE EXCEPTION 'the grammar of entries allows no such %: it %', entry.kind, problem
          USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_grammar';
      END IF;
      INSERT INTO ledger_cause (cause, seq) SELECT ledger_once_key(act), entry.seq WHERE ledger_once_key(act) IS NOT NULL;
    END;
  END LOOP;
  RETURN NULL;
END $$;

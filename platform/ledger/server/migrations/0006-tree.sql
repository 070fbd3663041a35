-- The Merkle tree of the journal (RFC 9162), by whose root a signed head stands for every entry at once. Leaves are the
-- hashes of the entries and are not kept twice; of the rest, the nodes of every eighth level are, once complete: one row
-- for 256 entries. Everything follows from the journal, and ledger:verify compares it.
CREATE TABLE ledger_tree (
  level smallint NOT NULL CHECK (level BETWEEN 8 AND 56 AND level % 8 = 0),
  place bigint NOT NULL CHECK (place >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (level, place)
);
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_tree
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- Adds complete nodes of one level, without a gap, none beyond the journal. What is there already must be the same.
CREATE FUNCTION ledger_grow_tree(node_level integer, first_place bigint, node_hashes bytea[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF first_place > (SELECT coalesce(max(place) + 1, 0) FROM ledger_tree WHERE level = node_level) THEN
    RAISE EXCEPTION 'the tree has a gap before node % of level %', first_place, node_level USING ERRCODE = 'check_violation';
  END IF;
  IF (first_place + cardinality(node_hashes)) * (1::bigint << node_level) > (SELECT seq FROM ledger_head) THEN
    RAISE EXCEPTION 'the journal is not long enough for these nodes' USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO ledger_tree (level, place, hash)
  SELECT node_level, first_place + node.step - 1, node.hash FROM unnest(node_hashes) WITH ORDINALITY AS node (hash, step)
  ON CONFLICT (level, place) DO NOTHING;
  IF EXISTS (
    SELECT FROM unnest(node_hashes) WITH ORDINALITY AS node (hash, step)
      JOIN ledger_tree AS kept ON kept.level = node_level AND kept.place = first_place + node.step - 1
    WHERE kept.hash <> node.hash
  ) THEN
    RAISE EXCEPTION 'the tree has another node there' USING ERRCODE = 'check_violation';
  END IF;
END $$;

GRANT SELECT ON ledger_tree TO bolsillo_app;
GRANT SELECT, INSERT ON ledger_tree TO bolsillo_ledger;
ALTER FUNCTION ledger_grow_tree OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION ledger_grow_tree FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_grow_tree TO bolsillo_app;

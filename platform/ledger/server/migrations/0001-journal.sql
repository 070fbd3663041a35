-- The books. Only the functions at the end of this file write here: they run as bolsillo_ledger, who cannot log in,
-- and whom no role that can log in may become. The runtime role reads, and calls the functions.

-- The chart of accounts, the same rows as domain/chart-of-accounts.ts. side: 1 credit (never below zero), -1 debit.
CREATE TABLE ledger_account_kind (
  owner_kind text NOT NULL CHECK (owner_kind IN ('customer', 'house', 'venue')),
  purse text NOT NULL,
  side smallint NOT NULL CHECK (side IN (1, -1)),
  holds boolean NOT NULL,
  purpose text NOT NULL,
  PRIMARY KEY (owner_kind, purse)
);

INSERT INTO ledger_account_kind (owner_kind, purse, side, holds, purpose) VALUES
  ('customer', 'stock', 1, true, 'Cash and shares a customer trades stocks with. What we owe the customer.'),
  ('customer', 'coin', 1, true, 'Cash and coins of the spot market. What we owe the customer.'),
  ('customer', 'contract', 1, true, 'Margin for perpetual contracts. What we owe the customer.'),
  ('house', 'fees', 1, false, 'Commissions earned, before VAT.'),
  ('house', 'vat', 1, false, 'VAT collected for the tax authority.'),
  ('house', 'practice-funding', 1, false,
   'Practice money not yet granted. Filled once; exists only in the practice market.'),
  ('house', 'rounding', 1, false, 'Remainders below the smallest unit, visible instead of lost.'),
  ('house', 'settlement', 1, false, 'Money and shares on the way between trade and settlement.'),
  ('venue', 'custody', -1, false,
   'What a market or custodian holds for us: the other side of everything customers own.');

-- Names are long and repeat in every posting, so postings carry the number. The hash of an entry carries the name.
CREATE TABLE ledger_account (
  account_no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) <= 96),
  owner text COLLATE "C" NOT NULL,
  owner_kind text NOT NULL,
  purse text NOT NULL,
  asset text COLLATE "C" NOT NULL CHECK (asset <> ''),
  FOREIGN KEY (owner_kind, purse) REFERENCES ledger_account_kind (owner_kind, purse),
  CHECK (id = owner || ':' || purse || ':' || asset)
);
CREATE INDEX ledger_account_of_owner ON ledger_account (owner);

-- What follows from the postings, kept so that a check is one look-up. bigint: there is no NaN, and overflow fails.
-- Half the page is left free, so that the busy rows are rewritten in place.
CREATE TABLE ledger_balance (
  account_no integer PRIMARY KEY REFERENCES ledger_account (account_no),
  side smallint NOT NULL,
  asset text COLLATE "C" NOT NULL,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  CONSTRAINT held_never_negative CHECK (held >= 0),
  CONSTRAINT available_never_negative
    CHECK (CASE side WHEN 1 THEN posted - held >= 0 WHEN -1 THEN posted <= 0 AND held = 0 ELSE false END)
) WITH (fillfactor = 50);

-- The journal. What is posted together stands together: one row a call, the entries in arrays of equal length, their
-- postings in further arrays (decision 26). An entry still is the unit: numbered, hashed, chained by itself. The views
-- below give entries and postings as rows.
CREATE TABLE ledger_block (
  first_seq bigint PRIMARY KEY CHECK (first_seq > 0),
  last_seq bigint NOT NULL,
  ids text[] COLLATE "C" NOT NULL,
  kinds text[] NOT NULL,
  recorded_ats bigint[] NOT NULL,
  actors text[] NOT NULL,
  "references" text[] NOT NULL,
  details text[] NOT NULL,
  hashes bytea[] NOT NULL,
  -- Per posting: which entry of the block it belongs to (0 is the first), and its line in that entry.
  places integer[] NOT NULL,
  lines smallint[] NOT NULL,
  account_nos integer[] NOT NULL,
  posted bigint[] NOT NULL,
  held bigint[] NOT NULL,
  hold_ids text[] COLLATE "C" NOT NULL,
  posted_after bigint[] NOT NULL,
  held_after bigint[] NOT NULL,
  CONSTRAINT one_of_each_entry CHECK (
    last_seq - first_seq + 1 = cardinality(ids) AND cardinality(kinds) = cardinality(ids)
    AND cardinality(recorded_ats) = cardinality(ids) AND cardinality(actors) = cardinality(ids)
    AND cardinality("references") = cardinality(ids) AND cardinality(details) = cardinality(ids)
    AND cardinality(hashes) = cardinality(ids)),
  CONSTRAINT one_of_each_posting CHECK (
    cardinality(places) >= cardinality(ids) AND cardinality(lines) = cardinality(places)
    AND cardinality(account_nos) = cardinality(places) AND cardinality(posted) = cardinality(places)
    AND cardinality(held) = cardinality(places) AND cardinality(hold_ids) = cardinality(places)
    AND cardinality(posted_after) = cardinality(places) AND cardinality(held_after) = cardinality(places)),
  CONSTRAINT no_gaps CHECK (
    array_position(ids, NULL) IS NULL AND array_position(hashes, NULL) IS NULL
    AND array_position(account_nos, NULL) IS NULL AND array_position(posted, NULL) IS NULL
    AND array_position(held, NULL) IS NULL)
);
-- Squeezing a batch's arrays costs more time than the bytes are worth.
ALTER TABLE ledger_block
  ALTER ids SET STORAGE EXTERNAL, ALTER kinds SET STORAGE EXTERNAL, ALTER recorded_ats SET STORAGE EXTERNAL,
  ALTER actors SET STORAGE EXTERNAL, ALTER "references" SET STORAGE EXTERNAL, ALTER details SET STORAGE EXTERNAL,
  ALTER hashes SET STORAGE EXTERNAL, ALTER places SET STORAGE EXTERNAL, ALTER lines SET STORAGE EXTERNAL,
  ALTER account_nos SET STORAGE EXTERNAL, ALTER posted SET STORAGE EXTERNAL, ALTER held SET STORAGE EXTERNAL,
  ALTER hold_ids SET STORAGE EXTERNAL, ALTER posted_after SET STORAGE EXTERNAL, ALTER held_after SET STORAGE EXTERNAL;

-- Where an entry stands, and in which blocks an account was posted to. Both follow from the blocks; the verifier says so.
CREATE TABLE ledger_entry_id (
  id text COLLATE "C" PRIMARY KEY,
  seq bigint NOT NULL
);
CREATE TABLE ledger_account_block (
  account_no integer NOT NULL,
  first_seq bigint NOT NULL,
  PRIMARY KEY (account_no, first_seq)
);

CREATE VIEW ledger_entry AS
SELECT block.first_seq + entry.place - 1 AS seq, entry.id, entry.kind, entry.recorded_at, entry.actor, entry.reference,
  entry.details::jsonb AS details, entry.hash
FROM ledger_block AS block,
  unnest(block.ids, block.kinds, block.recorded_ats, block.actors, block."references", block.details, block.hashes)
    WITH ORDINALITY AS entry (id, kind, recorded_at, actor, reference, details, hash, place);

CREATE VIEW ledger_posting AS
SELECT block.first_seq + posting.place AS seq, posting.line, posting.account_no, posting.posted, posting.held,
  posting.hold_id, posting.posted_after, posting.held_after
FROM ledger_block AS block,
  unnest(block.places, block.lines, block.account_nos, block.posted, block.held, block.hold_ids, block.posted_after,
    block.held_after) AS posting (place, line, account_no, posted, held, hold_id, posted_after, held_after);

-- A reservation: opened once, drawn on until nothing remains, then closed for ever.
CREATE TABLE ledger_hold (
  id text COLLATE "C" PRIMARY KEY,
  account_no integer NOT NULL,
  opened bigint NOT NULL CHECK (opened > 0),
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND opened),
  opened_seq bigint NOT NULL,
  closed_seq bigint,
  CHECK ((remaining = 0) = (closed_seq IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX ledger_hold_open ON ledger_hold (account_no) WHERE closed_seq IS NULL;

CREATE TABLE ledger_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO ledger_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- Who took the practice grant; the key is what makes it once per customer.
CREATE TABLE ledger_practice_grant (
  customer_id text COLLATE "C" PRIMARY KEY,
  entry_id text NOT NULL,
  granted_at bigint NOT NULL
);

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is insert-only: % of % refused', lower(TG_OP), TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account_kind
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_block
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry_id
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account_block
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_practice_grant
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_balance
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_hold
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON ledger_head
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- Opens those of these accounts that do not exist, at zero. Refuses what the chart of accounts does not know.
CREATE FUNCTION ledger_open(ids text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO ledger_account (id, owner, owner_kind, purse, asset)
  SELECT wanted.id, wanted.owner,
    CASE
      WHEN wanted.owner ~ '^cus_[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN 'customer'
      WHEN wanted.owner = 'house' THEN 'house'
      WHEN wanted.owner ~ '^venue-[a-z][a-z0-9-]*$' THEN 'venue'
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

-- Locks the balances of accounts in the order of their numbers, opening what is missing. Missing accounts are opened
-- before any row is locked: whoever waits for another to finish opening the same account then holds no lock the other
-- could want. Sequential scans are off because plans are made while the tables are still small.
CREATE FUNCTION ledger_lock(ids text[])
RETURNS TABLE (id text, account_no integer, posted bigint, held bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  -- In the order of the names: a plan may join in any order, and a number beside another's name moves another's money.
  numbers integer[] := ARRAY(
    SELECT account.account_no FROM unnest(ids) WITH ORDINALITY AS wanted (id, place)
      LEFT JOIN ledger_account AS account USING (id) ORDER BY wanted.place);
BEGIN
  IF array_position(numbers, NULL) IS NOT NULL THEN
    PERFORM ledger_open(ids);
    numbers := ARRAY(
      SELECT account.account_no FROM unnest(ids) WITH ORDINALITY AS wanted (id, place)
        JOIN ledger_account AS account USING (id) ORDER BY wanted.place);
  END IF;
  PERFORM 1 FROM unnest(numbers) AS wanted (account_no) JOIN ledger_balance AS balance USING (account_no)
    ORDER BY balance.account_no FOR UPDATE OF balance;
  RETURN QUERY
    SELECT wanted.id, wanted.account_no, balance.posted, balance.held
    FROM unnest(ids, numbers) AS wanted (id, account_no) JOIN ledger_balance AS balance USING (account_no);
END $$;

-- The same for accounts that are there for certain, and whose numbers are known.
CREATE FUNCTION ledger_lock_numbers(numbers integer[]) RETURNS TABLE (account_no integer, posted bigint, held bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT account_no, posted, held FROM ledger_balance AS balance
    WHERE account_no = ANY (numbers) ORDER BY account_no FOR UPDATE;
END $$;

-- Locks the head of the chain: from here to the end of the transaction nobody else can append. Taken last.
CREATE FUNCTION ledger_lock_head() RETURNS TABLE (seq bigint, hash bytea)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT seq, hash FROM ledger_head FOR UPDATE
$$;

-- Appends entries with their postings, moves balances, holds and head. The balances must be locked by ledger_lock and
-- the head by ledger_lock_head before. `final_*` is what the caller makes of every balance it moves: if a single one
-- comes out otherwise here, nothing is appended. Conservation is checked over the whole call; that it holds for each
-- entry, and the hashes, the verifier checks.
CREATE FUNCTION ledger_append(
  seq_before bigint, hash_before bytea,
  entry_ids text[], entry_kinds text[], entry_ats bigint[], entry_actors text[], entry_references text[],
  entry_details text[], entry_hashes bytea[],
  posting_places integer[], posting_lines smallint[], posting_accounts integer[], posting_posted bigint[],
  posting_held bigint[], posting_holds text[], posting_posted_after bigint[], posting_held_after bigint[],
  final_accounts integer[], final_posted bigint[], final_held bigint[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  added integer := cardinality(entry_ids);
  faulty text;
  moved_found bigint;
  moved_wanted bigint;
  drawn_wanted bigint;
  drawn_found bigint;
BEGIN
  UPDATE ledger_head SET seq = seq_before + added, hash = entry_hashes[added]
  WHERE seq = seq_before AND hash = hash_before;
  IF NOT FOUND THEN RAISE EXCEPTION 'the head of the chain is not at %', seq_before; END IF;

  INSERT INTO ledger_block VALUES (seq_before + 1, seq_before + added, entry_ids, entry_kinds, entry_ats, entry_actors,
    entry_references, entry_details, entry_hashes, posting_places, posting_lines, posting_accounts, posting_posted,
    posting_held, posting_holds, posting_posted_after, posting_held_after);
  INSERT INTO ledger_entry_id (id, seq)
  SELECT entry.id, seq_before + entry.place FROM unnest(entry_ids) WITH ORDINALITY AS entry (id, place);
  IF posting_places[1] <> 0 OR posting_places[cardinality(posting_places)] <> added - 1 THEN
    RAISE EXCEPTION 'postings and entries do not match' USING ERRCODE = 'check_violation';
  END IF;

  IF EXISTS (SELECT FROM unnest(posting_held, posting_holds) AS row (held, hold_id) WHERE (held = 0) <> (hold_id IS NULL)) THEN
    RAISE EXCEPTION 'what is held names its hold, what is not names none' USING ERRCODE = 'check_violation';
  END IF;

  INSERT INTO ledger_hold (id, account_no, opened, remaining, opened_seq, closed_seq)
  SELECT row.hold_id, row.account_no, max(row.held), sum(row.held), seq_before + 1 + min(row.place),
    CASE WHEN sum(row.held) = 0 THEN seq_before + 1 + max(row.place) END
  FROM unnest(posting_places, posting_accounts, posting_held, posting_holds) AS row (place, account_no, held, hold_id)
  WHERE row.hold_id IS NOT NULL
  GROUP BY row.hold_id, row.account_no HAVING max(row.held) > 0;

  WITH draw AS (
    SELECT row.hold_id, row.account_no, sum(row.held) AS held, seq_before + 1 + max(row.place) AS seq
    FROM unnest(posting_places, posting_accounts, posting_held, posting_holds) AS row (place, account_no, held, hold_id)
    WHERE row.hold_id IS NOT NULL
    GROUP BY row.hold_id, row.account_no HAVING max(row.held) < 0
  ), drawn AS (
    UPDATE ledger_hold AS hold SET remaining = hold.remaining + draw.held,
      closed_seq = CASE WHEN hold.remaining + draw.held = 0 THEN draw.seq END
    FROM draw WHERE hold.id = draw.hold_id AND hold.account_no = draw.account_no AND hold.remaining > 0
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM draw), (SELECT count(*) FROM drawn) INTO drawn_wanted, drawn_found;
  IF drawn_wanted <> drawn_found THEN RAISE EXCEPTION 'a hold is unknown or closed' USING ERRCODE = 'check_violation'; END IF;

  WITH moved AS (
    SELECT row.account_no, sum(row.posted)::bigint AS posted, sum(row.held)::bigint AS held
    FROM unnest(posting_accounts, posting_posted, posting_held) AS row (account_no, posted, held)
    GROUP BY row.account_no
  ), turned AS (
    UPDATE ledger_balance AS balance SET posted = final.posted, held = final.held
    FROM moved JOIN unnest(final_accounts, final_posted, final_held) AS final (account_no, posted, held) USING (account_no)
    WHERE balance.account_no = moved.account_no
      AND balance.posted + moved.posted = final.posted AND balance.held + moved.held = final.held
    RETURNING balance.account_no, balance.asset, moved.posted
  ), noted AS (
    INSERT INTO ledger_account_block (account_no, first_seq) SELECT account_no, seq_before + 1 FROM moved
  ), sums AS (
    SELECT asset, sum(posted) AS posted, count(*) AS accounts FROM turned GROUP BY asset
  )
  SELECT sum(accounts), (SELECT count(*) FROM moved), min(asset || ' sums to ' || posted) FILTER (WHERE posted <> 0)
  INTO moved_found, moved_wanted, faulty FROM sums;
  IF faulty IS NOT NULL THEN RAISE EXCEPTION 'not balanced: %', faulty USING ERRCODE = 'check_violation'; END IF;
  IF moved_found IS DISTINCT FROM moved_wanted OR moved_found <> cardinality(final_accounts) THEN
    RAISE EXCEPTION 'a balance came to something else' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- The practice grant is a row of the ledger's too: the runtime role inserts it, nobody changes it.
GRANT SELECT ON ledger_account_kind, ledger_account, ledger_balance, ledger_block, ledger_entry_id,
  ledger_account_block, ledger_entry, ledger_posting, ledger_hold, ledger_head, ledger_practice_grant TO bolsillo_app;
GRANT INSERT ON ledger_practice_grant TO bolsillo_app;
GRANT SELECT ON ledger_account_kind TO bolsillo_ledger;
GRANT SELECT, INSERT ON ledger_account, ledger_block, ledger_entry_id, ledger_account_block TO bolsillo_ledger;
GRANT SELECT, INSERT, UPDATE ON ledger_balance, ledger_hold TO bolsillo_ledger;
GRANT SELECT, UPDATE ON ledger_head TO bolsillo_ledger;

-- Functions belong to the ledger's role, and nobody may call them but whom the last statement names.
ALTER FUNCTION ledger_open OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock_numbers OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock_head OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_append OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION ledger_open, ledger_lock, ledger_lock_numbers, ledger_lock_head, ledger_append FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock, ledger_lock_numbers, ledger_lock_head, ledger_append TO bolsillo_app;

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
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  holds integer NOT NULL DEFAULT 0,
  CONSTRAINT held_never_negative CHECK (held >= 0),
  CONSTRAINT held_is_open_holds CHECK (holds >= 0 AND (holds = 0) = (held = 0)),
  CONSTRAINT available_never_negative
    CHECK (CASE side WHEN 1 THEN posted - held >= 0 WHEN -1 THEN posted <= 0 AND held = 0 ELSE false END)
) WITH (fillfactor = 50);

CREATE TABLE ledger_entry (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  id text COLLATE "C" NOT NULL UNIQUE,
  kind text NOT NULL,
  recorded_at bigint NOT NULL,
  actor text NOT NULL,
  reference text NOT NULL,
  details jsonb NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE TABLE ledger_posting (
  seq bigint NOT NULL,
  line smallint NOT NULL,
  account_no integer NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL,
  hold_id text COLLATE "C",
  posted_after bigint NOT NULL,
  held_after bigint NOT NULL,
  PRIMARY KEY (seq, line),
  CHECK ((held = 0) = (hold_id IS NULL)),
  CHECK (posted <> 0 OR held <> 0)
);
CREATE INDEX ledger_posting_of_account ON ledger_posting (account_no, seq, line);

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
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_posting
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

  INSERT INTO ledger_balance (account_no, side)
  SELECT account.account_no, kind.side
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
  numbers integer[] := ARRAY(
    SELECT account.account_no FROM unnest(ids) AS wanted (id) LEFT JOIN ledger_account AS account USING (id));
BEGIN
  IF array_position(numbers, NULL) IS NOT NULL THEN
    PERFORM ledger_open(ids);
    numbers := ARRAY(
      SELECT account.account_no FROM unnest(ids) AS wanted (id) JOIN ledger_account AS account USING (id));
  END IF;
  PERFORM 1 FROM unnest(numbers) AS wanted (account_no) JOIN ledger_balance AS balance USING (account_no)
    ORDER BY balance.account_no FOR UPDATE OF balance;
  RETURN QUERY
    SELECT wanted.id, wanted.account_no, balance.posted, balance.held
    FROM unnest(ids, numbers) AS wanted (id, account_no) JOIN ledger_balance AS balance USING (account_no);
END $$;

-- Locks the head of the chain: from here to the end of the transaction nobody else can append. Taken last.
CREATE FUNCTION ledger_lock_head() RETURNS TABLE (seq bigint, hash bytea)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT seq, hash FROM ledger_head FOR UPDATE
$$;

-- Appends entries with their postings, moves balances, holds and head; answers the new balances. The balances must be
-- locked by ledger_lock and the head by ledger_lock_head before. What it cannot check (the hashes) the verifier does.
CREATE FUNCTION ledger_append(
  seq_before bigint, hash_before bytea,
  entry_ids text[], entry_kinds text[], entry_ats bigint[], entry_actors text[], entry_references text[],
  entry_details text[], entry_hashes bytea[],
  posting_seqs bigint[], posting_lines smallint[], posting_accounts integer[], posting_posted bigint[],
  posting_held bigint[], posting_holds text[], posting_posted_after bigint[], posting_held_after bigint[]
) RETURNS TABLE (account_no integer, posted bigint, held bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  added integer := cardinality(entry_ids);
  faulty text;
  drawn_wanted bigint;
  drawn_found bigint;
BEGIN
  UPDATE ledger_head SET seq = seq_before + added, hash = entry_hashes[added]
  WHERE seq = seq_before AND hash = hash_before;
  IF NOT FOUND THEN RAISE EXCEPTION 'the head of the chain is not at %', seq_before; END IF;

  INSERT INTO ledger_entry (seq, id, kind, recorded_at, actor, reference, details, hash)
  SELECT seq_before + row.line, row.id, row.kind, row.at, row.actor, row.reference, row.details::jsonb, row.hash
  FROM unnest(entry_ids, entry_kinds, entry_ats, entry_actors, entry_references, entry_details, entry_hashes)
    WITH ORDINALITY AS row (id, kind, at, actor, reference, details, hash, line);

  INSERT INTO ledger_posting (seq, line, account_no, posted, held, hold_id, posted_after, held_after)
  SELECT * FROM unnest(posting_seqs, posting_lines, posting_accounts, posting_posted, posting_held, posting_holds,
    posting_posted_after, posting_held_after);

  -- Conservation: per entry and asset the postings sum to zero, and every entry has postings.
  SELECT 'entry ' || row.seq || ': ' || account.asset || ' sums to ' || sum(row.posted) INTO faulty
  FROM unnest(posting_seqs, posting_accounts, posting_posted) AS row (seq, account_no, posted)
    JOIN ledger_account AS account USING (account_no)
  WHERE row.posted <> 0
  GROUP BY row.seq, account.asset HAVING sum(row.posted) <> 0 LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'not balanced: %', faulty USING ERRCODE = 'check_violation'; END IF;
  IF (SELECT count(DISTINCT seq) <> added OR min(seq) <> seq_before + 1 OR max(seq) <> seq_before + added
      FROM unnest(posting_seqs) AS row (seq)) THEN
    RAISE EXCEPTION 'postings and entries do not match' USING ERRCODE = 'check_violation';
  END IF;

  INSERT INTO ledger_hold (id, account_no, opened, remaining, opened_seq, closed_seq)
  SELECT row.hold_id, row.account_no, max(row.held), sum(row.held), min(row.seq),
    CASE WHEN sum(row.held) = 0 THEN max(row.seq) END
  FROM unnest(posting_seqs, posting_accounts, posting_held, posting_holds) AS row (seq, account_no, held, hold_id)
  WHERE row.hold_id IS NOT NULL
  GROUP BY row.hold_id, row.account_no HAVING max(row.held) > 0;

  WITH draw AS (
    SELECT row.hold_id, row.account_no, sum(row.held) AS held, max(row.seq) AS seq
    FROM unnest(posting_seqs, posting_accounts, posting_held, posting_holds) AS row (seq, account_no, held, hold_id)
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

  RETURN QUERY
    WITH moved AS (
      SELECT row.account_no, sum(row.posted)::bigint AS posted, sum(row.held)::bigint AS held
      FROM unnest(posting_accounts, posting_posted, posting_held) AS row (account_no, posted, held)
      GROUP BY row.account_no
    ), turned AS (
      SELECT hold.account_no,
        count(*) FILTER (WHERE opened_seq > seq_before) - count(*) FILTER (WHERE closed_seq > seq_before) AS holds
      FROM ledger_hold AS hold
      WHERE hold.id = ANY (SELECT unnest(posting_holds))
      GROUP BY hold.account_no
    )
    UPDATE ledger_balance AS balance SET posted = balance.posted + moved.posted, held = balance.held + moved.held,
      holds = balance.holds + coalesce(turned.holds, 0)
    FROM moved LEFT JOIN turned USING (account_no)
    WHERE balance.account_no = moved.account_no
    RETURNING balance.account_no, balance.posted, balance.held;
END $$;

-- The practice grant is a row of the ledger's too: the runtime role inserts it, nobody changes it.
GRANT SELECT ON ledger_account_kind, ledger_account, ledger_balance, ledger_entry, ledger_posting, ledger_hold,
  ledger_head, ledger_practice_grant TO bolsillo_app;
GRANT INSERT ON ledger_practice_grant TO bolsillo_app;
GRANT SELECT ON ledger_account_kind TO bolsillo_ledger;
GRANT SELECT, INSERT ON ledger_account, ledger_entry, ledger_posting TO bolsillo_ledger;
GRANT SELECT, INSERT, UPDATE ON ledger_balance, ledger_hold TO bolsillo_ledger;
GRANT SELECT, UPDATE ON ledger_head TO bolsillo_ledger;

ALTER FUNCTION ledger_open(text[]) OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock(text[]) OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock_head() OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_append(bigint, bytea, text[], text[], bigint[], text[], text[], text[], bytea[], bigint[],
  smallint[], integer[], bigint[], bigint[], text[], bigint[], bigint[]) OWNER TO bolsillo_ledger;

REVOKE ALL ON FUNCTION ledger_open(text[]), ledger_lock(text[]), ledger_lock_head(), ledger_append(bigint, bytea, text[], text[], bigint[],
  text[], text[], text[], bytea[], bigint[], smallint[], integer[], bigint[], bigint[], text[], bigint[], bigint[])
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock(text[]), ledger_lock_head(), ledger_append(bigint, bytea, text[], text[],
  bigint[], text[], text[], text[], bytea[], bigint[], smallint[], integer[], bigint[], bigint[], text[], bigint[],
  bigint[]) TO bolsillo_app;

/** How the rows of a table are known and committed to (decision 70). */
export interface KeptTable {
  /** The columns a row is known by. */
  readonly key: readonly string[]
  /** The columns a commitment leaves out, and why. */
  readonly leftOut?: Readonly<Record<string, string>>
  /** The journal has a salted hash of the key. */
  readonly hasPersonalKey?: true
  /** No row is ever changed or removed, whatever its act names as the cause: a migration alone commits to it anew. */
  readonly isForGood?: true
  /** Rows are removed, and no sooner than this after they were written last. */
  readonly staysMs?: bigint
}

const by = (...key: readonly string[]): KeptTable => ({ key })
const id = by('id')
const forGood = (...key: readonly string[]): KeptTable => ({ key, isForGood: true })
const personal = (...key: readonly string[]): KeptTable => ({ key, hasPersonalKey: true })
const lastUse = 'when it was used last: decides nothing'
const tries = 'how often it was tried and until when it rests: ends with the next use'
// Of the 90 days that ended messages stay, a month is left for acts that wait while no server runs.
const monthsTwo = 60n * 86_400_000n
const retry = 'when it is tried again, how often it was, and what the last try met: decides no outcome'

/** Every table whose rows decide something: each row is what its last act says, and none is gone without one. */
export const keptTables: Readonly<Record<string, KeptTable>> = {
  installation: by('only_row'),
  // approvals
  approval: id,
  approval_decision: by('approval_id'),
  approval_consent: by('approval_id', 'decided_by'),
  customer_restriction: by('approval_id'),
  customer_restriction_end: by('approval_id'),
  personal_data_view: by('seq'),
  // content
  content_article: id,
  content_version: by('article_id', 'number'),
  content_publication: by('approval_id'),
  content_market_news: forGood('id'),
  content_feed: forGood('id'),
  content_feed_terms: forGood('approval_id'),
  content_feed_pause: forGood('feed_id', 'number'),
  content_feed_item: forGood('id'),
  content_feed_version: forGood('item_id', 'number'),
  // locations
  location_place: forGood('id'),
  location_version: forGood('place_id', 'number'),
  location_publication: forGood('approval_id'),
  // conversion
  conversion_quote: id,
  conversion_quote_tick: by('quote_id', 'place'),
  conversion_execution: by('quote_id'),
  // files
  stored_file: id,
  stored_file_body: by('file_id'),
  stored_file_use: by('file_id', 'case_id'),
  file_view: by('place'),
  // identity
  customer: id,
  pin: { key: ['customer_id', 'kind'], leftOut: { failures: tries, locked_until: tries } },
  demo_account: by('customer_id'),
  customer_device: { key: ['customer_id', 'device_hash'], leftOut: { last_seen_at: lastUse } },
  operator: id,
  operator_invitation: id,
  operator_key: by('operator_id', 'key_hash'),
  operator_device: by('operator_id', 'device_hash'),
  operator_paper: by('operator_id', 'mark'),
  staff_account: by('customer_id'),
  staff_announcement: {
    key: ['number'],
    leftOut: { told_at: 'when it was sent to addresses: the announcement itself is committed to' },
  },
  cool_down: by('number'),
  freeze_link: by('token_hash'),
  authenticator: {
    key: ['owner'],
    leftOut: { last_step: 'the half minute of the last code: moves with each use and guards that half minute' },
  },
  passkey: {
    key: ['id'],
    leftOut: { counter: 'moves with each use; the key itself is committed to', last_used_at: lastUse },
  },
  recovery_code: personal('owner', 'code_hash'),
  // kyc
  identity_case: id,
  identity_step: by('place'),
  identity_refusal: by('case_id', 'field'),
  identity_mark: by('case_id', 'kind'),
  limit_change: by('change_no'),
  limit_pause: by('pause_no'),
  limit_counted: by('customer_id', 'entry_id', 'asset'),
  limit_hold: { key: ['hold_id'], leftOut: { looked_at: 'when a job looked at it last: decides nothing' } },
  limit_release: by('entry_id'),
  // alerts
  price_alert: id,
  fact_alert: id,
  // notices
  notice_choice: by('customer_id', 'topic', 'channel'),
  notice_quiet: by('customer_id'),
  notice: { key: ['event', 'customer_id', 'channel'], staysMs: monthsTwo },
  // legal
  document_acceptance: by('number'),
  // market
  market_since: by('source'),
  // payments
  payment_customer: by('customer_id'),
  payment_target: personal('rail_id', 'target'),
  payment_address: by('customer_id', 'channel'),
  payout_number: personal('rail_id', 'number'),
  rail_cursor: {
    key: ['rail_id'],
    leftOut: { read_at: 'when the rail was read last, each second or so', problem: 'what the last reading met' },
  },
  rail_event: id,
  rail_event_state: {
    key: ['event_id'],
    leftOut: { tries: retry, next_try_at: retry, problem: retry, changed_at: 'moves with each try' },
  },
  rail_contradiction: id,
  rail_notice: by('rail_id', 'notice_id'),
  rail_unread: id,
  rail_trouble_end: by('trouble_id'),
  payout: id,
  payout_state: { key: ['payout_id'], leftOut: { tries: retry, next_try_at: retry, problem: retry } },
  payout_step: by('payout_id', 'no'),
  payout_return: by('rail_id', 'return_id'),
  payout_stuck: by('payout_id'),
  payout_freeze: id,
  payout_thaw: by('freeze_id'),
  reconciliation_run: id,
  reconciliation_difference: id,
  reconciliation_closing: by('difference_id'),
  reconciliation_acceptance: by('difference_id'),
  // settings, trading, contracts
  setting_change: by('seq'),
  trade_authorisation: by('session_id'),
  trade_before: by('one'),
  contract_suitability: by('customer_id'),
  contract_margin_warning: forGood('customer_id', 'account', 'number'),
  position_lock_passed: by('pass_no'),
  // deposits
  deposit: id,
  deposit_move: by('from_stage', 'to_stage'),
  deposit_step: by('deposit_id', 'no'),
  deposit_reversal: by('rail_id', 'reversal_id'),
  deposit_claim: id,
  deposit_claim_step: by('approval_id'),
  deposit_claim_return: by('claim_id'),
  deposit_claim_back: by('claim_id', 'rail_id', 'return_id'),
  deposit_return: id,
  deposit_return_end: by('return_id'),
  deposit_channel_password: by('channel'),
  deposit_elsewhere: id,
  deposit_elsewhere_end: by('elsewhere_id'),
  deposit_unclaimed: by('approval_id'),
  // withdrawals
  destination: id,
  destination_wait_passed: by('destination_id'),
  withdrawal: id,
  withdrawal_event: by('seq'),
  withdrawal_hold: id,
  terms_notice: by('change_seq'),
  key_only: by('customer_id'),
  view_alarm: by('seq'),
  credit_halt: id,
  credit_halt_end: by('halt_id'),
  bank_statement: id,
  bank_statement_line: id,
  by_hand_ceiling: by('asset'),
  by_hand_credit: by('approval_id'),
  bank_line_use: by('line_id'),
  // offerings
  offering: forGood('id'),
  offering_publication: forGood('offering_id'),
  offering_application: forGood('id'),
  offering_leave: forGood('application_id'),
  offering_simulated: forGood('offering_id', 'number'),
  offering_closing: forGood('offering_id'),
  offering_allotment: forGood('offering_id'),
  offering_line: forGood('offering_id', 'line'),
  offering_result: forGood('application_id'),
  offering_settlement: forGood('application_id'),
  offering_end: forGood('offering_id'),
  // votes
  vote: forGood('id'),
  vote_publication: forGood('vote_id'),
  vote_snapshot: forGood('vote_id'),
  vote_weight: forGood('vote_id', 'customer_id'),
  vote_ballot: forGood('vote_id', 'customer_id'),
  vote_count: forGood('vote_id'),
  vote_line: forGood('vote_id', 'receipt'),
  // support
  support_conversation: forGood('id'),
  support_line: forGood('conversation_id', 'no'),
  support_attachment: forGood('conversation_id', 'no', 'place'),
  // rail-manual
  manual_telling: by('seq'),
  manual_payout: by('payout_id'),
  manual_number: personal('direction', 'number'),
  // rail-web-push
  push_device: id,
  // rail-outbox
  message_outbox: {
    key: ['id'],
    leftOut: { tries: retry, next_try_at: retry, problem: retry },
    staysMs: monthsTwo,
  },
  // It leaves with its message, which stays longer than the word about it can lag behind.
  message_receipt: { key: ['message_id', 'fate'], staysMs: monthsTwo },
}

const fromJournal = 'follows from the journal, and is compared with it'
const before = 'written once by a migration: their hash is in trade_before'
const hot = 'written by the desk with its block, and compared with the entries of that block'
const momentary = 'lives for minutes and ends by itself: a test that is passed or not'
const working = 'says where a process is; done again, it has no effect twice'
const outside = 'of a made-up bank or inbox of the practice market: what it says comes in by the rail like any other'

/** Every other table, and why its rows leave no acts. */
export const otherTables: Readonly<Record<string, string>> = {
  migration: 'a database whose migrations are not those of the program is refused at the start',
  act_queue: 'acts that wait for their numbers; each is looked at itself',
  row_salt: 'the other half of each commitment: another salt is another commitment',
  row_keeping: 'how rows are committed to; the checker has a list of its own',
  idempotency_record: 'an answer given again: compared with what it answered, and with what clients heard',
  outbox: working,
  outbox_cursor: working,
  outbox_parked: working,
  job: working,
  audit_record: 'of before records were acts: in a chain of its own, whose end the journal names',
  audit_head: 'the end of that chain',
  audit_index: fromJournal,
  audit_count: fromJournal,
  audit_pending: 'empty but within a transaction',
  customer_session: 'ended and opened in every minute; what a session may do is asked of rows that are kept',
  operator_session: 'ended and opened in every minute; what a session may do is asked of rows that are kept',
  session_change: working,
  one_time_code: momentary,
  factor_challenge: momentary,
  sign_in_attempt: 'counts tries; ends by itself',
  captcha_used: momentary,
  passkey_entry_used: momentary,
  deposit_password_try: 'counts tries; ends by itself',
  journal_block: 'the journal',
  ledger_block: 'the journal before acts',
  ledger_head: 'the head of the journal',
  ledger_turn: 'empty: locked by whose turn it is to have the head',
  ledger_tree: fromJournal,
  ledger_account: fromJournal,
  ledger_account_kind: 'the chart of accounts; every account is compared with it',
  ledger_account_block: fromJournal,
  ledger_balance: fromJournal,
  ledger_entry_id: fromJournal,
  ledger_entry_ids: fromJournal,
  ledger_cause: 'refuses what happened already; that nothing did, the checker sees by the entries themselves',
  ledger_entry_rule: 'the grammar of entries; compared with that of the program at every start',
  ledger_account_acts: fromJournal,
  ledger_hold: fromJournal,
  ledger_practice_grant: fromJournal,
  liability_proof: 'signed, each over the one before',
  liability_tile: 'the hashes under a signed root',
  liability_check: 'what customers said of a proof: decides nothing',
  price_alert_place: working,
  fact_alert_place: working,
  notice_place: working,
  market_trade:
    'prints of the market, thousands a minute, kept for hours: too many. Those that fills name are compared with them (check-ticks). Of a price that decided, the fill, the order and the quote of a conversion keep what it was',
  market_minute: 'drawn on the screen: decides nothing',
  market_day:
    'closes and volumes, written again and again while the day goes; what was decided on one is recorded where it was',
  market_recording: working,
  content_feed_state: 'when a feed is fetched next, and what its last fetch came to: decides nothing that is shown',
  content_read: 'which notices a customer has read: decides nothing',
  happening_seen: 'up to where customers looked at what happened to them: decides nothing',
  market_follow: 'what customers like to look at: decides nothing',
  market_watchlist: 'how customers call lists of what they like to look at: decides nothing',
  desk_lease: 'who runs the desk now; a batch of another is refused',
  trade_order: hot,
  trade_fill: hot,
  trade_before_id: before,
  trade_before_order: before,
  trade_before_position: before,
  trade_before_lock: before,
  order_step: hot,
  position: hot,
  position_lock: hot,
  contract_position: hot,
  contract_booking: hot,
  contract_liquidation_step: hot,
  contract_liquidation_end: hot,
  contract_funding: fromJournal,
  contract_funding_payment: fromJournal,
  contract_premium: 'a look a minute at each contract, kept for a week: too many. Funding keeps the rate they came to',
  contract_funding_looks:
    'the looks of an instant: the checker makes its rate of them anew, which payments follow from',
  contract_outcome: 'a figure that is shown, counted anew from facts each time',
  withdrawal_customer: 'a row to lock: it has nothing but the customer',
  manual_head: 'a row to lock: there is nothing in it',
  manual_practice_transfer: outside,
  practice_message: outside,
  practice_provider: outside,
  practice_movement: outside,
  practice_payload: outside,
  practice_line: outside,
}

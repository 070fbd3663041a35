import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 35000 to 35999. */
export const voteRejections = {
  voteUnknown: { name: 'vote-unknown', number: 35_000, status: 404, retry: 'final' },
  voteUnopened: { name: 'vote-unopened', number: 35_001, status: 409, retry: 'retryable' },
  voteClosed: { name: 'vote-closed', number: 35_002, status: 409, retry: 'final' },
  voteOption: { name: 'vote-option', number: 35_003, status: 400, retry: 'final' },
  /** Who votes is not known yet: the server was stopped at the record time, and is catching up. */
  voteUnrecorded: { name: 'vote-unrecorded', number: 35_004, status: 409, retry: 'retryable' },
  /** No shares, or no account, at the record time. */
  voteIneligible: { name: 'vote-ineligible', number: 35_005, status: 409, retry: 'final' },
  voteCast: { name: 'vote-cast', number: 35_006, status: 409, retry: 'final' },
  /** Another ballot of this vote was sent with the same random number. */
  voteNonce: { name: 'vote-nonce', number: 35_007, status: 409, retry: 'final' },
  /** The list is asked for before the vote was counted. */
  voteUncounted: { name: 'vote-uncounted', number: 35_008, status: 409, retry: 'retryable' },
  voteSymbol: { name: 'vote-symbol', number: 35_009, status: 400, retry: 'final' },
  voteWeighting: { name: 'vote-weighting', number: 35_010, status: 400, retry: 'final' },
  voteText: { name: 'vote-text', number: 35_011, status: 400, retry: 'final' },
  voteOptions: { name: 'vote-options', number: 35_012, status: 400, retry: 'final' },
  voteTimes: { name: 'vote-times', number: 35_013, status: 400, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>

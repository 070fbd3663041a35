import { defineCall, field, z } from '@bolsillo/contract'
import { factorProofFields, proofRejections } from '@bolsillo/factors/contract'
import { networks } from '@bolsillo/payments/domain'
import { pixKeyKinds } from '../domain/destination.ts'
import { withdrawalsRejections as r } from './rejections.ts'
import { destinationShape } from './wire-shapes.ts'

/** What a page needs to say before a destination is added. */
const rulesShape = z.object({
  waitHours: z.number(),
  max: z.number(),
  count: z.number(),
  /** Only in the practice market: a valid account and addresses to fill the form with. They are nobody's. */
  practice: z.optional(
    z.object({
      clabe: z.string(),
      addresses: z.object({ bitcoin: z.string(), ethereum: z.string(), tron: z.string() }),
    }),
  ),
  /** The verified person's name, which a bank account must be in; absent while nobody is verified. */
  holder: z.optional(z.string()),
})

const warningsShape = z.array(z.enum(['bank-unknown', 'address-unchecked']))

export const addBank = defineCall({
  name: 'add-bank',
  method: 'POST',
  path: '/bank/add',
  audience: 'customer',
  needs: ['identity-verified', 'second-factor-set'],
  request: z.object({
    kind: field.oneOf(['clabe', 'pix', 'account']),
    /** In full, as the bank has it. */
    holder: field.text(1, 80),
    clabe: field.optional(field.text(1, 40)),
    keyKind: field.optional(field.oneOf(pixKeyKinds)),
    key: field.optional(field.text(1, 120)),
    /** CPF or CNPJ of a PIX key's holder. */
    holderTaxId: field.optional(field.text(1, 24)),
    bank: field.optional(field.text(1, 60)),
    number: field.optional(field.text(1, 48)),
    /** SWIFT, ABA or CCI. */
    bankCode: field.optional(field.text(1, 24)),
    bankAddress: field.optional(field.text(1, 120)),
    payeeAddress: field.optional(field.text(1, 120)),
    /** Of the account's holder, as the bank has it; banks print it on what they confirm. */
    rfc: field.optional(field.text(1, 16)),
    label: field.optional(field.text(1, 30)),
    ...factorProofFields,
  }),
  reply: z.object({ destination: destinationShape, warnings: warningsShape }),
  rejections: [
    r.holderMalformed,
    r.rfcMalformed,
    r.clabeMalformed,
    r.clabeCheckDigit,
    r.pixPhonePrefix,
    r.pixKeyMalformed,
    r.taxNumberMalformed,
    r.bankMissing,
    r.accountMalformed,
    r.destinationRefused,
    r.addressOurs,
    r.holderOther,
    r.destinationKnown,
    r.destinationsFull,
    ...proofRejections,
  ],
  summary: 'Adds a bank account, CLABE or PIX key of the customer’s own; its first withdrawal waits, as said before.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['code', 'assertion'],
  limit: { times: 20, perMs: 3_600_000 },
})

export const removeBank = defineCall({
  name: 'remove-bank',
  method: 'POST',
  path: '/bank/del',
  audience: 'customer',
  needs: [],
  request: z.object({ destinationId: field.id('dst') }),
  reply: z.object({}),
  rejections: [r.destinationUnknown, r.destinationInUse],
  summary: 'Takes a bank account or an address off the list. Past withdrawals keep it.',
  effect: 'write',
})

/** The practice market's "let the wait pass for me", of one destination. */
export const passDestinationWait = defineCall({
  name: 'pass-destination-wait',
  method: 'POST',
  path: '/user/practice/wait',
  audience: 'customer',
  needs: ['practice-market'],
  request: z.object({ destinationId: field.id('dst') }),
  reply: z.object({ destination: destinationShape }),
  rejections: [r.destinationUnknown, r.waitOver],
  summary: 'Practice market: ends the wait of one of the customer’s own destinations. Every other hold stays.',
  effect: 'write',
  limit: { times: 60, perMs: 3_600_000 },
})

export const listBanks = defineCall({
  name: 'list-banks',
  method: 'GET',
  path: '/bank/list',
  audience: 'restricted',
  needs: [],
  request: z.object({
    /** 1: those that can be paid to now; 2 (the menu): all. */
    type: field.optional(field.whole(1, 2)),
    asset: field.optional(field.text(2, 12)),
  }),
  reply: z.object({ rows: z.array(destinationShape), rules: rulesShape }),
  rejections: [],
  summary: 'The customer’s bank accounts and PIX keys, newest first, and what is asked of a new one.',
  effect: 'read',
})

export const bankInfo = defineCall({
  name: 'read-bank',
  method: 'GET',
  path: '/bank/info',
  audience: 'restricted',
  needs: [],
  request: z.object({ destinationId: field.id('dst') }),
  reply: z.object({ destination: destinationShape, lastUsedAt: z.optional(field.at), withdrawals: z.number() }),
  rejections: [r.destinationUnknown],
  summary: 'One destination of the customer, and how often it was paid to.',
  effect: 'read',
})

export const listAddresses = defineCall({
  name: 'list-withdrawal-addresses',
  method: 'POST',
  path: '/coin/withdraw/address',
  audience: 'restricted',
  needs: [],
  request: z.object({
    asset: field.optional(field.text(2, 12)),
    network: field.optional(field.oneOf(networks)),
  }),
  reply: z.object({ rows: z.array(destinationShape), rules: rulesShape }),
  rejections: [],
  summary: 'The customer’s address book, newest first. The specification spells it as a POST; it changes nothing.',
  effect: 'read',
})

export const addAddress = defineCall({
  name: 'add-withdrawal-address',
  method: 'POST',
  path: '/coin/withdraw/address/generate',
  audience: 'customer',
  needs: ['identity-verified', 'second-factor-set'],
  request: z.object({
    network: field.oneOf(networks),
    address: field.text(1, 120),
    label: field.text(1, 30),
    ...factorProofFields,
  }),
  reply: z.object({ destination: destinationShape, warnings: warningsShape }),
  rejections: [
    r.addressMalformed,
    r.addressChecksum,
    r.addressOtherNetwork,
    r.addressBurn,
    r.destinationRefused,
    r.addressOurs,
    r.destinationKnown,
    r.destinationsFull,
    ...proofRejections,
  ],
  summary: 'Adds an address to the book; its first withdrawal waits, as said before.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['code', 'assertion'],
  limit: { times: 20, perMs: 3_600_000 },
})

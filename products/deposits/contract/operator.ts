import { proposeRejections } from '@bolsillo/approvals/contract'
import { type Call, defineCall, field, z } from '@bolsillo/contract'
import { paymentRejections as pay } from '@bolsillo/payments/contract'
import { refusalReasons } from '../domain/deposit.ts'
import {
  caseKinds,
  claimCauses,
  confirmReasons,
  elsewhereReasons,
  matchReasons,
  notArrivedReasons,
  returnReasons,
  unclaimedReasons,
} from '../domain/powers.ts'
import { depositRejections as r } from '../domain/rejections.ts'
import { looking, proposalShape, proposeClaim, proposed, proposing, readDepositClaim } from './claim-calls.ts'
import { depositShape, stepShape } from './wire-shapes.ts'

// The closed list of what staff can do here. Whatever moves money is only proposed: somebody else decides it in the
// approvals. One person may refuse a proof (nothing came), note that an excess was looked at, and set the password of a channel.

export { caseKinds, proposeClaim, readDepositClaim }
export type CaseKind = (typeof caseKinds)[number]

const caseRow = z.object({
  /** `dep_…` or `clm_…`. */
  caseId: z.string(),
  kind: z.enum(caseKinds),
  /** Of a claim: what it is of. */
  claimOf: z.optional(z.enum(claimCauses)),
  asset: z.optional(z.string()),
  /** Absent for a proof: whoever reads it is not shown what was announced. */
  amount: z.optional(field.decimal),
  /** The customer's number, as support uses it. */
  customer: z.optional(z.string()),
  method: z.optional(z.string()),
  reason: z.optional(z.string()),
  since: field.at,
  /** When it should be done at the latest. */
  dueAt: field.at,
})
export type CaseRow = z.output<typeof caseRow>

export const listDepositCases = defineCall({
  name: 'list-deposit-cases',
  power: {
    'es-ES': 'Ver qué depósitos esperan una decisión',
    'en-US': 'See which deposits wait for a decision',
    'pt-BR': 'Ver quais depósitos esperam uma decisão',
  },
  method: 'GET',
  path: '/deposits',
  audience: 'operator',
  roles: looking,
  needs: [],
  request: z.object({ kind: field.optional(field.oneOf(caseKinds)) }),
  reply: z.object({
    rows: z.array(caseRow),
    counts: z.record(z.enum(caseKinds), z.number()),
  }),
  rejections: [],
  summary: 'What waits for staff: proofs, money nobody is known for, payments without news, claims, excesses.',
  effect: 'read',
})

export const readDepositCase = defineCall({
  name: 'read-deposit-case',
  power: {
    'es-ES': 'Ver un depósito que espera una decisión; queda en tu registro',
    'en-US': 'See one deposit that waits for a decision; it is recorded in your log',
    'pt-BR': 'Ver um depósito que espera uma decisão; fica no seu registro',
  },
  method: 'GET',
  path: '/deposits/case',
  audience: 'operator',
  roles: looking,
  needs: [],
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({
    /** Without `asked` while its proof waits for the first person, who reads the amount from it. */
    deposit: depositShape,
    /** Unmasked: what the rail reported of the payer. */
    payer: z.optional(z.object({ name: z.string(), account: z.string() })),
    customer: z.optional(
      z.object({
        customerId: z.string(),
        number: z.string(),
        account: z.string(),
        /** As the document has it; absent while not verified. */
        name: z.optional(z.string()),
        level: z.optional(z.number()),
        payerFits: z.optional(z.boolean()),
      }),
    ),
    proofFileId: z.optional(z.string()),
    life: z.array(stepShape),
    proposals: z.array(proposalShape),
    canReturn: z.boolean(),
    /** Whether another account of the payer may be named: the origin cannot be paid, and the rail named the payer. */
    canReturnElsewhere: z.boolean(),
    canRest: z.boolean(),
    /** What two people agreed on and is sent on its day, unless somebody stops it. */
    elsewhere: z.optional(
      z.object({ account: z.string(), holder: z.string(), decidedAt: field.at, dueAt: field.at, reason: z.string() }),
    ),
    /** It rests unclaimed. */
    unclaimed: z.optional(z.object({ since: field.at, reviewAt: field.at, reason: z.string() })),
    dueAt: field.at,
  }),
  rejections: [r.caseUnknown],
  summary: 'One deposit as staff review it. Every look is in the customer’s own log.',
  effect: 'read',
})

/** A line of an imported statement, and of the payer what the bank left out. */
const namedLine = {
  lineId: field.id('bsl'),
  /** Taken only where the line names no payer. */
  payerName: field.optional(field.text(1, 140)),
  /** Taken only where the line has no account. */
  payerAccount: field.optional(field.text(4, 60)),
  reason: field.oneOf(confirmReasons),
}
const lineRejections = [
  pay.lineUnknown,
  pay.lineUsed,
  pay.lineImporter,
  r.payerMissing,
  r.payerAccountMalformed,
  r.trackingKeyUsed,
  r.amountTooLarge,
  r.lineCurrency,
  pay.byHandEntry,
  pay.byHandDay,
] as const

export const proposeConfirm = defineCall({
  ...proposing,
  name: 'propose-deposit-confirm',
  power: {
    'es-ES': 'Proponer que un depósito con comprobante llegó al banco',
    'en-US': 'Propose that a deposit with a proof arrived at the bank',
    'pt-BR': 'Propor que um depósito com comprovante chegou ao banco',
  },
  path: '/deposits/confirm',
  request: z.object({
    depositId: field.id('dep'),
    /** As whoever proposes reads it on the proof: it must be the line’s. */
    amount: field.decimal,
    ...namedLine,
  }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, r.proofUnopened, ...lineRejections, r.lineAmount, ...proposeRejections],
  summary:
    'Proposes which line of an imported statement is an offline payment. The amount read on the proof, once it was opened, must be the line’s.',
})

export const refuseProof = defineCall({
  ...proposing,
  name: 'refuse-deposit-proof',
  power: {
    'es-ES': 'Rechazar un comprobante, con motivo',
    'en-US': 'Refuse a proof, with a reason',
    'pt-BR': 'Recusar um comprovante, com motivo',
  },
  path: '/deposits/refuse',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(refusalReasons) }),
  reply: z.object({ deposit: depositShape }),
  rejections: [r.caseUnknown, r.stateUnfit],
  summary: 'Refuses a proof for which no money came, with a reason the customer reads.',
})

export const proposeMatch = defineCall({
  ...proposing,
  name: 'propose-deposit-match',
  power: {
    'es-ES': 'Proponer de quién es un depósito sin dueño conocido',
    'en-US': 'Propose whose a deposit with no known owner is',
    'pt-BR': 'Propor de quem é um depósito sem dono conhecido',
  },
  path: '/deposits/match',
  request: z.object({
    depositId: field.id('dep'),
    /** The number of the customer it belongs to. */
    customer: field.text(4, 20),
    reason: field.oneOf(matchReasons),
  }),
  reply: proposed,
  rejections: [
    r.caseUnknown,
    r.stateUnfit,
    r.customerUnknown,
    r.customerUnverified,
    r.lineMissing,
    pay.lineUsed,
    pay.lineImporter,
    pay.creditsHalted,
    pay.byHandEntry,
    pay.byHandDay,
    ...proposeRejections,
  ],
  summary: 'Proposes whose the held money is.',
})

export const proposeReturn = defineCall({
  ...proposing,
  name: 'propose-deposit-return',
  power: {
    'es-ES': 'Proponer devolver un depósito a su origen',
    'en-US': 'Propose to send a deposit back to where it came from',
    'pt-BR': 'Propor devolver um depósito à origem',
  },
  path: '/deposits/return',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(returnReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, r.returnImpossible, ...proposeRejections],
  summary: 'Proposes to send held money back to where it came from; nobody names another destination.',
})

export const proposeNotArrived = defineCall({
  ...proposing,
  name: 'propose-deposit-not-arrived',
  power: {
    'es-ES': 'Proponer cerrar un depósito del que no hay noticias',
    'en-US': 'Propose to end a deposit nobody has had news of',
    'pt-BR': 'Propor encerrar um depósito sem notícias',
  },
  path: '/deposits/not-arrived',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(notArrivedReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, ...proposeRejections],
  summary: 'Proposes to end a payment that has had no news for a day. Should it come after all, it is a new deposit.',
})

/** Other accounts of a payer, named by their bank or a document; never anybody else's. */
export const proposeElsewhere = defineCall({
  ...proposing,
  roles: ['treasury'],
  name: 'propose-deposit-return-elsewhere',
  power: {
    'es-ES': 'Proponer devolver un depósito a otra cuenta de quien pagó',
    'en-US': 'Propose to send a deposit to another account of its payer',
    'pt-BR': 'Propor devolver um depósito a outra conta de quem pagou',
  },
  path: '/deposits/return-elsewhere',
  request: z.object({
    depositId: field.id('dep'),
    /** A CLABE, `bank/number`, or a CPF or CNPJ that is a PIX key. */
    account: field.text(4, 60),
    /** As the bank or the document names them; every word must be the payer's. */
    holder: field.text(1, 140),
    /** SHA-256 of the document; the document itself stays with its holder. */
    documentHash: z.string('wrong-type').check(z.regex(/^[0-9a-f]{64}$/, 'malformed')),
    reason: field.oneOf(elsewhereReasons),
  }),
  reply: proposed,
  rejections: [
    r.caseUnknown,
    r.stateUnfit,
    r.elsewherePlanned,
    r.originPayable,
    r.payerUnnamed,
    r.holderOther,
    r.holderStaff,
    r.accountOfOther,
    r.accountUnfit,
  ],
  summary: 'Proposes to send held money to another account of its payer, because its origin cannot be paid.',
})

export const stopElsewhere = defineCall({
  ...proposing,
  name: 'stop-deposit-return-elsewhere',
  power: {
    'es-ES': 'Detener una devolución a otra cuenta antes de que salga',
    'en-US': 'Stop a return to another account before it leaves',
    'pt-BR': 'Parar uma devolução para outra conta antes que saia',
  },
  path: '/deposits/return-elsewhere/stop',
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({}),
  rejections: [r.caseUnknown, r.elsewhereNotPlanned],
  summary: 'Stops a return to another account before its day. The money stays where it is.',
})

export const proposeUnclaimed = defineCall({
  ...proposing,
  name: 'propose-deposit-unclaimed',
  power: {
    'es-ES': 'Proponer dejar en reposo un depósito que nadie reclama',
    'en-US': 'Propose to let a deposit rest that nobody claims',
    'pt-BR': 'Propor deixar em repouso um depósito que ninguém reclama',
  },
  path: '/deposits/unclaimed',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(unclaimedReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, r.elsewherePlanned, r.unclaimedEarly],
  summary: 'Proposes to let held money rest that nobody claims and that cannot go back. It stays owed.',
})

export const noteOverLimit = defineCall({
  ...proposing,
  roles: ['compliance'],
  name: 'note-over-limit',
  power: {
    'es-ES': 'Anotar que se revisó un depósito mayor al límite',
    'en-US': 'Note that a deposit over the limit was looked at',
    'pt-BR': 'Anotar que um depósito acima do limite foi revisado',
  },
  path: '/deposits/over-limit/note',
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({}),
  rejections: [r.caseUnknown],
  summary: 'Notes that compliance looked at a deposit above the day’s limit. The money is the customer’s all along.',
})

/** Money on the firm's statement under a reference that is nobody's. */
export const proposeUnmatched = defineCall({
  ...proposing,
  name: 'propose-unmatched-deposit',
  power: {
    'es-ES': 'Proponer registrar dinero que llegó sin dueño conocido',
    'en-US': 'Propose to record money that arrived with no known owner',
    'pt-BR': 'Propor registrar dinheiro que chegou sem dono conhecido',
  },
  path: '/deposits/unmatched',
  request: z.object(namedLine),
  reply: proposed,
  rejections: [...lineRejections, ...proposeRejections],
  summary: 'Proposes to record a line of an imported statement nobody is known for: it is held, matched or returned.',
})

export const setChannelPassword = defineCall({
  name: 'set-channel-password',
  power: {
    'es-ES': 'Poner la contraseña de un canal de depósito',
    'en-US': 'Set the password of a deposit channel',
    'pt-BR': 'Definir a senha de um canal de depósito',
  },
  method: 'POST',
  path: '/deposits/channel-password',
  audience: 'operator',
  roles: ['treasury', 'admin'],
  needs: [],
  effect: 'write',
  request: z.object({
    channelId: field.text(1, 60),
    /** Left out: the channel asks for none any more. */
    password: field.optional(field.secret(6, 64)),
  }),
  reply: z.object({}),
  rejections: [pay.channelUnknown],
  summary: 'Sets or removes the password customers need for a channel. It opens a way in and moves nothing.',
  secrets: ['password'],
})

/** Calls of staff. */
export const operatorCalls: readonly Call[] = [
  listDepositCases,
  readDepositCase,
  readDepositClaim,
  proposeConfirm,
  refuseProof,
  proposeMatch,
  proposeReturn,
  proposeNotArrived,
  proposeElsewhere,
  stopElsewhere,
  proposeUnclaimed,
  proposeClaim,
  noteOverLimit,
  proposeUnmatched,
  setChannelPassword,
]

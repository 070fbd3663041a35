import { createHmac } from 'node:crypto'
import type { ApprovalsRegistry, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import { createCaseTimes } from '@bolsillo/cases/server'
import type { OperatorRole } from '@bolsillo/contract'
import type { Files } from '@bolsillo/files/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import { type Id, type Instant, plusMs, type TradeDate, wallTime } from '@bolsillo/kernel'
import { createSealer, type Db, type Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { kycSettings, type Papers } from '../domain/index.ts'
import { findReviewTimes, type MarkKind, type StoredCase } from './case-store.ts'
import type { StaffSums } from './staff-accounts.ts'

/** What this room is given. */
export interface KycGiven {
  readonly services: Services
  readonly settings: Settings
  readonly audit: Audit
  readonly files: Files
  readonly customers: Pick<CustomerRecords, 'find' | 'setIdentityState' | 'notify'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
  readonly views: PersonalDataViews
  /** Whether anybody with one of these roles is at the console; without it the practice market has no reviewer of its own. */
  readonly isStaffSignedIn?: (db: Db, roles: readonly OperatorRole[], now: Instant) => Promise<boolean>
  /** What accounts of staff come to, published in sum; not published where it is left out. */
  readonly sums?: StaffSums
  /** How members of staff and customers are shown. */
  readonly names: {
    readonly operators: (db: Services['sql'], ids: readonly Id<'opr'>[]) => Promise<ReadonlyMap<Id<'opr'>, string>>
    readonly customers: (db: Services['sql'], ids: readonly Id<'cus'>[]) => Promise<ReadonlyMap<Id<'cus'>, string>>
  }
}

/** What its use cases share. */
export interface KycDeps extends KycGiven {
  /** How long decisions of staff took. */
  readonly times: ReturnType<typeof createCaseTimes>
  readonly seal: (papers: Papers, owner: Pick<StoredCase, 'id' | 'customerId'>) => Buffer
  readonly open: (stored: Pick<StoredCase, 'id' | 'customerId' | 'sealed'>) => Papers
  /** The numbers of papers as keyed hashes. */
  readonly marksOf: (
    papers: Papers,
    kind: Pick<StoredCase, 'country' | 'certificate'>,
  ) => readonly { readonly kind: MarkKind; readonly mark: Buffer }[]
  readonly dueAt: (submittedAt: Instant) => Instant
  readonly today: (now: Instant) => TradeDate
}

const hourMs = 3_600_000
/** What the tax office gives whoever has no RFC of their own: shared by many, it tells nobody apart. */
const genericRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000']
/** Days begin where most customers are. */
const zone = 'America/Mexico_City'

/** What the room makes of what it is given. */
export function createDeps(given: KycGiven): KycDeps {
  const { services, settings } = given
  const sealer = createSealer(services.secret('identity-papers'), services.rng)
  const markKey = services.secret('identity-marks')
  const about = ({ id, customerId }: Pick<StoredCase, 'id' | 'customerId'>): string =>
    `bolsillo.papers.1\n${id}\n${customerId}`
  const mark = (kind: MarkKind, text: string): Buffer =>
    createHmac('sha256', markKey).update(`${kind}\n${text}`).digest()
  return {
    ...given,
    times: createCaseTimes('how long reviews took, of all customers', findReviewTimes),
    seal: (papers, owner) => sealer.seal(Buffer.from(JSON.stringify(papers), 'utf8'), about(owner)),
    // Sealed by us, whole: what opens is what was written.
    open: (stored) => JSON.parse(sealer.open(stored.sealed, about(stored)).toString('utf8')) as Papers,
    marksOf: (papers, { country, certificate }) => {
      const numbers = (['curp', 'rfc', 'cpf', 'cnpj'] as const).flatMap((kind) => {
        const text = papers[kind]
        return text === undefined || genericRfcs.includes(text) ? [] : [{ kind, mark: mark(kind, text) }]
      })
      return [...numbers, { kind: 'document', mark: mark('document', `${country} ${certificate} ${papers.number}`) }]
    },
    dueAt: (submittedAt) => plusMs(submittedAt, settings.get(kycSettings.reviewHours, submittedAt) * hourMs),
    today: (now) => wallTime(now, zone).date,
  }
}

import type { ApprovalsOptions, ApprovalsRegistry, WorkQueue } from '@bolsillo/approvals/server'
import type { ContractsGiven, ContractsRoom } from '@bolsillo/contracts/server'
import type { Claims, DepositsDeps } from '@bolsillo/deposits/server'
import type { Identity, IdentityOptions } from '@bolsillo/identity/server'
import type { Instant } from '@bolsillo/kernel'
import type { HeldMoney, KycGiven, OwnLimits, OwnLimitsDeps, VerifiedPeople } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Market } from '@bolsillo/market/server'
import type { NoticesGiven } from '@bolsillo/notices/server'
import type { PaymentEngine, Payments, PaymentsDeps } from '@bolsillo/payments/server'
import type { AdmissionLines, NeedsPort, Room, Services } from '@bolsillo/server-kit'
import type { Settings, SettingsRegistry } from '@bolsillo/settings/server'
import type { Venue } from '@bolsillo/trading/domain'
import type { Desk, deskLimits, Trading } from '@bolsillo/trading/server'
import type { WithdrawalsGiven } from '@bolsillo/withdrawals/server'
import type { ChosenMarket } from './choose-market.ts'
import type { ChosenRails } from './choose-rails.ts'
import type { Platform } from './products.ts'

/** The wired rooms of the application, with the ports of the mount's guards. */
export interface Composition {
  /** In the order of their dependencies: migrated, started and seeded in this order, stopped in the reverse one. */
  readonly rooms: readonly Room[]
  readonly identity: Identity
  readonly needs: NeedsPort
  readonly deskStatus: Desk['status']
  /** The state of accounts that are to be liquidated. */
  readonly liquidations: () => { readonly below: number; readonly late: number; readonly blind: number }
  /** Every act of staff that needs two people. */
  readonly approvalKinds: ApprovalsRegistry['kinds']
  /** The work queues of staff. */
  readonly workQueues: readonly WorkQueue[]
  /** The newest cosigned checkpoint of the journal, in the standard text format. */
  readonly checkpoint: (now: Instant) => Promise<string | undefined>
  /** What rooms give each other, for tests that look inside. */
  readonly parts: ComposedParts
}

/** What the rooms of a composition are made of. */
export interface ComposedParts {
  readonly ledger: Ledger
  readonly settings: SettingsRegistry
  readonly market: Market
  readonly venue: Venue
  readonly trading: Trading
  readonly desk: Desk
  readonly contracts: ContractsRoom
  readonly payments: Payments
  readonly paymentEngine: PaymentEngine
  readonly approvals: ApprovalsRegistry
  readonly people: VerifiedPeople
  readonly ownLimits: HeldMoney & OwnLimits
  readonly claims: Claims
  readonly platform: Platform
}

/** Replacements for parts of the application, for simulations, experiments and tests. */
export interface OtherParts {
  readonly deskLimits?: typeof deskLimits
  /** The admission limits under overload. */
  readonly admission?: AdmissionLines
  readonly market?: ChosenMarket
  readonly ledger?: Ledger
  /** Each replaces what a room, or all products, are made from; it gets the application's own. */
  readonly approvals?: (own: ApprovalsOptions) => ApprovalsOptions
  readonly kyc?: (own: KycGiven) => KycGiven
  readonly limits?: (own: OwnLimitsDeps) => OwnLimitsDeps
  readonly contracts?: (own: ContractsGiven) => ContractsGiven
  readonly payments?: (own: PaymentsDeps) => PaymentsDeps
  readonly deposits?: (own: DepositsDeps) => DepositsDeps
  readonly withdrawals?: (own: WithdrawalsGiven) => WithdrawalsGiven
  readonly notices?: (own: NoticesGiven) => NoticesGiven
  readonly platform?: (own: Platform) => Platform
  readonly identity?: IdentityOptions['instead']
  /** What rooms are given of identity: a test's own people, passwords and factors. */
  readonly accounts?: Partial<Identity>
  readonly people?: Partial<VerifiedPeople>
  readonly needs?: NeedsPort
  /** What rooms read their settings from, in place of those that staff change. */
  readonly settings?: (own: Settings) => Settings
  /** The hosts of push services: a test has its own. */
  readonly pushHosts?: readonly string[]
  readonly rails?: (services: Services, settings: Settings) => ChosenRails
}

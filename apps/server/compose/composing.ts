import type { PersonalDataViews } from '@bolsillo/approvals/server'
import type { WaysOfActs } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { createKyc, OwnLimits } from '@bolsillo/kyc/server'
import type { Publisher, Room, Services } from '@bolsillo/server-kit'
import type { Trading } from '@bolsillo/trading/server'
import type { OtherParts } from '../composition.ts'
import type { Config } from '../config.ts'

/** What every part of the composition is made from. */
export interface Composing {
  readonly config: Config
  readonly services: Services
  readonly publisher: Publisher
  readonly instead: OtherParts
  readonly late: Late
}

/** What earlier rooms ask of later ones: each is there before the first request. */
export interface Late {
  waysOf?: WaysOfActs
  trading?: Trading
  /** Own limits need kyc and the products, which are created first. */
  ownLimits?: OwnLimits
  /** Views of personal data need approvals. */
  views?: PersonalDataViews
  papersOf?: ReturnType<typeof createKyc>['papersOf']
  /** Notices of rooms go as their customers chose. */
  notify?: CustomerRecords['notify']
  rooms?: readonly Room[]
}

/** What a room is given: the application's own, or what a test makes of it. */
export function replaced<Given>(instead: ((own: Given) => Given) | undefined, own: Given): Given {
  return instead?.(own) ?? own
}

import type { Audit } from '@bolsillo/audit/server'
import { createFactors, hasFactor, type PasswordHasher, verifyFactor } from '@bolsillo/factors/server'
import { assert } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import { appSettings } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import { newDestinationReasons } from '../contract/index.ts'
import { accountHoldMs, identitySettings, isIdentityBeforeTrading, staffRules } from '../domain/index.ts'
import { createCustomerRecords } from './account/customer-records.ts'
import { isIdentityVerified } from './account/customer-store.ts'
import { createDemoCustomers, createDemoOperators } from './account/demo.ts'
import { findDemoAccounts } from './account/demo-store.ts'
import { type Captcha, captchaCost, createCaptcha } from './code/captcha.ts'
import { type IdentityDeps, markWith } from './deps.ts'
import type { Identity } from './identity.ts'
import { roomOf } from './identity-room.ts'
import type { MessageRail, PracticeInbox } from './message/message-rail.ts'
import { createMessageSender } from './message/message-sender.ts'
import { findStaffPasskeys, isKeyOfAnother } from './operator/one-person-store.ts'
import { operatorSessionFacts } from './operator/operator-store.ts'
import { createStaffAccounts } from './operator/staff-accounts.ts'
import { pinLocked, recoveryUsed } from './password/factor-notices.ts'
import { renewSession } from './session/own-session.ts'
import { createOperatorSessionPort, createSessionPort } from './session/sessions.ts'

export interface IdentityOptions {
  /** Must have `identitySettings` declared. */
  readonly settings: Settings
  readonly services: Services
  readonly audit: Audit
  /** How codes and notices reach people. */
  readonly rail: MessageRail
  /** What a simulated rail would have sent; only in the practice market. */
  readonly inbox?: PracticeInbox
  /** Where the customer app is, for links in messages: `https://app.bolsillo.example`, without a slash at the end. */
  readonly appUrl: string
  /** Where the console is, for links to staff: `https://console.bolsillo.example`, in the same way. */
  readonly consoleUrl: string
  /** How dear a captcha is, in PBKDF2 iterations; tests solve many. */
  readonly captchaCost?: number
  /** Others than the installation's own: for a simulation, in which nothing may take time of its own. */
  readonly instead?: { readonly hasher?: PasswordHasher; readonly captcha?: Captcha }
}

/**
 * Makes the room.
 * @throws AssertionError when a simulated rail is given outside the practice market: codes anybody running it can read
 * would be a way into every account.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const { services, rail, inbox } = options
  assert(
    services.mode === 'SIM' || (!rail.simulated && inbox === undefined),
    `rail ${rail.id} delivers nowhere: practice market only`,
  )
  const deps = depsOf(options)
  return {
    room: roomOf(deps),
    sessions: createSessionPort(services),
    renewSession: (tx, sessionId) => renewSession(services, tx, sessionId),
    operatorSessions: createOperatorSessionPort(services),
    needs: {
      'identity-verified': (customerId, db) => isIdentityVerified(db, customerId),
      'identity-before-trading': async (customerId, db) =>
        !isIdentityBeforeTrading(options.settings.get(identitySettings.beforeTrading), services.mode) ||
        isIdentityVerified(db, customerId),
      'trade-password-set': (customerId, db) => deps.pins.trade.isSet(db, customerId),
      'withdrawal-password-set': (customerId, db) => deps.pins.withdrawal.isSet(db, customerId),
      'second-factor-set': (customerId, db) => hasFactor(db, customerId),
    },
    tradePasswords: deps.pins.trade,
    withdrawalPasswords: deps.pins.withdrawal,
    secondFactors: {
      isSet: hasFactor,
      verify: ({ customerId: owner, ...attempt }) => verifyFactor(deps.factors, { owner, ...attempt }),
    },
    operatorFactors: {
      verify: ({ operatorId: owner, ...attempt }) => verifyFactor(deps.factors, { owner, ...attempt }),
      givenAt: async (db, sessionId) => (await operatorSessionFacts(db, sessionId)).factorAt,
    },
    staff: createStaffAccounts(deps),
    customers: createCustomerRecords(deps),
    createDemoCustomers: () => createDemoCustomers(deps),
    demoCustomers: findDemoAccounts,
    createDemoOperators: () => createDemoOperators(deps),
  }
}

function depsOf({ services, audit, settings, rail, instead, ...options }: IdentityOptions): IdentityDeps {
  const sender = createMessageSender({ ids: services.ids, rail })
  const deps: IdentityDeps = {
    ...createFactors({
      services,
      audit,
      hasher: instead?.hasher,
      staffKeys: { passkeysAt: findStaffPasskeys, isOfAnother: isKeyOfAnother },
      onRecovery: (tx, owner, left, now) => recoveryUsed(deps, tx, { owner, left, now }),
      onPinLocked: (tx, kind, customerId, at) => pinLocked(sender, tx, { kind, customerId, at }),
    }),
    ...boundsOf(services, settings),
    inbox: options.inbox,
    services,
    audit,
    sender,
    captcha:
      instead?.captcha ??
      createCaptcha({
        clock: services.clock,
        secret: services.secret('captcha'),
        cost: options.captchaCost ?? captchaCost,
      }),
    appUrl: options.appUrl,
    consoleUrl: options.consoleUrl,
    staffNumberKey: services.secret('staff-number'),
    markOf: markWith(services.secret('address-mark')),
  }
  return deps
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The bounds and waits in force now, by the settings for this kind of market. */
function boundsOf(
  { mode }: Services,
  settings: Settings,
): Pick<IdentityDeps, 'areaCodes' | 'coolDownMs' | 'passwordLength' | 'staffWaitMs' | 'staffDeviceMs'> {
  const isPractice = mode === 'SIM'
  const staffWaitMs = (): number =>
    isPractice
      ? settings.get(identitySettings.staffWaitPracticeMinutes) * minuteMs
      : settings.get(identitySettings.staffWaitHours) * hourMs
  return {
    coolDownMs: (reason) =>
      reason === 'frozen-by-owner'
        ? settings.get(identitySettings.freezeDays) * dayMs
        : newDestinationReasons.includes(reason)
          ? accountHoldMs
          : settings.get(identitySettings.coolDownHours) * hourMs,
    passwordLength: () => ({
      min: settings.get(identitySettings.loginPasswordMin),
      max: settings.get(identitySettings.loginPasswordMax),
    }),
    areaCodes: () => ({
      standard: settings.get(appSettings.areaCode),
      published: settings.get(appSettings.areaCodes),
    }),
    staffWaitMs,
    // In the practice market one person tries both accounts in one browser: there the device counts as long as the wait.
    staffDeviceMs: () => (isPractice ? staffWaitMs() : staffRules.deviceMs),
  }
}

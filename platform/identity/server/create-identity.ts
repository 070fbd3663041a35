import type { Audit } from '@bolsillo/audit/server'
import { createFactors, hasFactor, type PasswordHasher, sweepFactors, verifyFactor } from '@bolsillo/factors/server'
import { assert, instant } from '@bolsillo/kernel'
import {
  handlersOf,
  type Job,
  type Room,
  type Services,
  transaction,
  type UseCase,
  useCase,
} from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import * as calls from '../contract/index.ts'
import { accountHoldMs, identitySettings, staffRules } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { updateEmail, updatePhone } from './account/change-address.ts'
import { createCustomerRecords } from './account/customer-records.ts'
import { isIdentityVerified } from './account/customer-store.ts'
import { createDemoCustomers, createDemoOperators } from './account/demo.ts'
import { findDemoAccounts } from './account/demo-store.ts'
import { loginInfo, profile } from './account/own-account.ts'
import { register } from './account/register-customer.ts'
import { updateAutoApply, updateProfile } from './account/update-profile.ts'
import { type Captcha, captchaCost, createCaptcha } from './code/captcha.ts'
import { removeOldCaptchas } from './code/captcha-store.ts'
import { sendCode } from './code/send-code.ts'
import { type IdentityDeps, markWith } from './deps.ts'
import { removeOldFreezeLinks } from './freeze/cool-down-store.ts'
import { freezeAccount } from './freeze/freeze.ts'
import { unfreezeAccount } from './freeze/unfreeze.ts'
import type { Identity } from './identity.ts'
import type { MessageRail, PracticeInbox } from './message/message-rail.ts'
import { createMessageSender } from './message/message-sender.ts'
import { readPracticeInbox } from './message/practice-inbox.ts'
import { acceptInvitation, invitationPasskey, readInvitation } from './operator/invitations.ts'
import { findStaffPasskeys, isKeyOfAnother } from './operator/one-person-store.ts'
import { operatorConfirm, operatorFactors } from './operator/operator-factors.ts'
import { operatorInbox } from './operator/operator-inbox.ts'
import { operatorAskPasskeySignIn, operatorPasskeySignIn } from './operator/operator-passkey-sign-in.ts'
import { operatorListSessions, operatorRevokeSession } from './operator/operator-sessions.ts'
import { operatorInfo, operatorLoginChallenge, operatorSignIn, operatorSignOut } from './operator/operator-sign-in.ts'
import { operatorSessionFacts } from './operator/operator-store.ts'
import { createStaffAccounts } from './operator/staff-accounts.ts'
import { staffJobs } from './operator/staff-jobs.ts'
import { pinLocked, recoveryUsed } from './password/factor-notices.ts'
import { ownFactors } from './password/own-factors.ts'
import { resetPassword } from './password/reset-password.ts'
import { updatePassword } from './password/update-password.ts'
import { setKeyOnly } from './session/key-only.ts'
import { listSessions, renewSession, revokeSession, signOut } from './session/own-session.ts'
import { removeOldSessionChanges, removeOldSessions } from './session/session-store.ts'
import { createOperatorSessionPort, createSessionPort } from './session/sessions.ts'
import { signIn } from './session/sign-in.ts'
import { askPasskeySignIn, passkeySignIn } from './session/sign-in-by-passkey.ts'

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
  const { services, audit, settings, rail, inbox } = options
  const isPractice = services.mode === 'SIM'
  assert(
    isPractice || (!rail.simulated && inbox === undefined),
    `rail ${rail.id} delivers nowhere: practice market only`,
  )
  const { clock, ids } = services
  const { instead } = options
  const sender = createMessageSender({ ids, rail })
  const deps: IdentityDeps = {
    ...createFactors({
      services,
      audit,
      hasher: instead?.hasher,
      staffKeys: { passkeysAt: findStaffPasskeys, isOfAnother: isKeyOfAnother },
      onRecovery: (tx, owner, left, now) => recoveryUsed(deps, tx, { owner, left, now }),
      onPinLocked: (tx, kind, customerId, at) => pinLocked(sender, tx, { kind, customerId, at }),
    }),
    inbox,
    services,
    audit,
    sender,
    captcha:
      instead?.captcha ??
      createCaptcha({ clock, secret: services.secret('captcha'), cost: options.captchaCost ?? captchaCost }),
    coolDownMs: (reason) =>
      reason === 'frozen-by-owner'
        ? settings.get(identitySettings.freezeDays) * dayMs
        : calls.newDestinationReasons.includes(reason)
          ? accountHoldMs
          : settings.get(identitySettings.coolDownHours) * hourMs,
    appUrl: options.appUrl,
    consoleUrl: options.consoleUrl,
    passwordLength: () => ({
      min: settings.get(identitySettings.loginPasswordMin),
      max: settings.get(identitySettings.loginPasswordMax),
    }),
    staffWaitMs: () =>
      isPractice
        ? settings.get(identitySettings.staffWaitPracticeMinutes) * minuteMs
        : settings.get(identitySettings.staffWaitHours) * hourMs,
    // In the practice market one person tries both accounts in one browser: there the device counts as long as the wait.
    staffDeviceMs: () => (isPractice ? deps.staffWaitMs() : staffRules.deviceMs),
    staffNumberKey: services.secret('staff-number'),
    markOf: markWith(services.secret('address-mark')),
  }
  return {
    room: roomOf(deps),
    sessions: createSessionPort(services),
    renewSession: (tx, sessionId) => renewSession(services, tx, sessionId),
    operatorSessions: createOperatorSessionPort(services),
    needs: {
      'identity-verified': (customerId, db) => isIdentityVerified(db, customerId),
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

const getCaptcha = useCase(calls.getCaptcha, (_request, _context, { captcha }: IdentityDeps) => captcha.create())

const useCases: readonly UseCase<IdentityDeps>[] = [
  ...[getCaptcha, sendCode, register, signIn, askPasskeySignIn, passkeySignIn, signOut, loginInfo, profile],
  ...[listSessions, revokeSession, updatePassword, resetPassword, ...ownFactors, updateProfile, updateEmail],
  ...[updatePhone, updateAutoApply, setKeyOnly, unfreezeAccount, freezeAccount, readPracticeInbox],
]

const operatorUseCases: readonly UseCase<IdentityDeps>[] = [
  ...[operatorLoginChallenge, operatorSignIn, operatorAskPasskeySignIn, operatorPasskeySignIn, operatorConfirm],
  ...[...operatorFactors, operatorListSessions, operatorRevokeSession, readInvitation, invitationPasskey],
  ...[acceptInvitation, operatorSignOut, operatorInfo, operatorInbox],
]

function roomOf(deps: IdentityDeps): Room {
  return {
    name: 'identity',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, deps),
    operatorHandlers: handlersOf(operatorUseCases, deps),
    jobs: [sweep, ...staffJobs(deps)],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Removes what no longer means anything: spent puzzles, old codes and failures, sessions over for three months. */
const sweep: Job = {
  name: 'identity-sweep',
  everyMs: 10 * 60_000,
  run: async ({ sql, clock }) => {
    const now = clock.now()
    await removeOldCaptchas(sql, now)
    await sweepFactors(sql, now)
    await transaction(sql, (tx) => removeOldFreezeLinks(tx, instant(Math.max(0, now - 30 * dayMs))), {
      cause: 'job:identity-sweep',
    })
    await removeOldSessionChanges(sql)
    await removeOldSessions(sql, instant(Math.max(0, now - 90 * dayMs)))
  },
}

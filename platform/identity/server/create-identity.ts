import type { Audit } from '@bolsillo/audit/server'
import { assert, instant } from '@bolsillo/kernel'
import {
  createSealer,
  type Handler,
  type Job,
  onCommand,
  onPoolRead,
  onRead,
  onWrite,
  type Room,
  type Services,
  transaction,
} from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import * as calls from '../contract.ts'
import { accountHoldMs, identitySettings, staffRules } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import * as operatorCalls from '../operator-contract.ts'
import { removeOldAttempts } from './attempt-store.ts'
import { type Captcha, captchaCost, createCaptcha } from './captcha.ts'
import { removeOldCaptchas } from './captcha-store.ts'
import { updateEmailUseCase, updatePhoneUseCase } from './change-address.ts'
import { removeOldCodes } from './code-store.ts'
import { removeOldFreezeLinks } from './cool-down-store.ts'
import { createCustomerRecords } from './customer-records.ts'
import { isIdentityVerified } from './customer-store.ts'
import { createDemoCustomers, createDemoOperators } from './demo.ts'
import { findDemoAccounts } from './demo-store.ts'
import { removeOldChallenges } from './factors/challenge-store.ts'
import { hasFactor, removeOldEntryChallenges } from './factors/factor-store.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { freezeAccountUseCase } from './freeze.ts'
import type { Identity } from './identity.ts'
import { setKeyOnlyUseCase } from './key-only.ts'
import type { MessageRail, PracticeInbox } from './message-rail.ts'
import { createMessageSender } from './message-sender.ts'
import { createOneTimeCodes } from './one-time-codes.ts'
import { acceptInvitationUseCase, invitationPasskeyUseCase, readInvitationUseCase } from './operator/invitations.ts'
import {
  operatorChallengeUseCase,
  operatorConfirmUseCase,
  operatorFactorsUseCase,
  operatorFinishAuthenticatorUseCase,
  operatorFinishPasskeyUseCase,
  operatorRemoveFactorUseCase,
  operatorRenamePasskeyUseCase,
  operatorRenewRecoveryCodesUseCase,
  operatorStartAuthenticatorUseCase,
  operatorStartPasskeyUseCase,
} from './operator/operator-factors.ts'
import { operatorInboxUseCase } from './operator/operator-inbox.ts'
import { operatorAskPasskeySignInUseCase, operatorPasskeySignInUseCase } from './operator/operator-passkey-sign-in.ts'
import { operatorListSessionsUseCase, operatorRevokeSessionUseCase } from './operator/operator-sessions.ts'
import {
  operatorInfoUseCase,
  operatorLoginChallengeUseCase,
  operatorSignInUseCase,
  operatorSignOutUseCase,
} from './operator/operator-sign-in.ts'
import { operatorSessionFacts } from './operator/operator-store.ts'
import { createStaffAccounts } from './operator/staff-accounts.ts'
import { staffJobs } from './operator/staff-jobs.ts'
import { loginInfoUseCase, profileUseCase } from './own-account.ts'
import {
  challengeFactorUseCase,
  finishAuthenticatorUseCase,
  finishPasskeyUseCase,
  listFactorsUseCase,
  removeFactorUseCase,
  renamePasskeyUseCase,
  renewRecoveryCodesUseCase,
  startAuthenticatorUseCase,
  startPasskeyUseCase,
} from './own-factors.ts'
import { listSessionsUseCase, renewSession, revokeSessionUseCase, signOutUseCase } from './own-session.ts'
import { markWith, type Parts } from './parts.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { createPins } from './pins.ts'
import { readPracticeInboxUseCase } from './practice-inbox.ts'
import { recoveryUsed } from './recovery-used.ts'
import { registerUseCase } from './register-customer.ts'
import { resetPasswordUseCase } from './reset-password.ts'
import { sendCodeUseCase } from './send-code.ts'
import { removeOldSessionChanges, removeOldSessions } from './session-store.ts'
import { createOperatorSessionPort, createSessionPort } from './sessions.ts'
import { signInUseCase } from './sign-in.ts'
import { askPasskeySignInUseCase, passkeySignInUseCase } from './sign-in-by-passkey.ts'
import { unfreezeAccountUseCase } from './unfreeze.ts'
import { updatePasswordUseCase } from './update-password.ts'
import { updateAutoApplyUseCase, updateProfileUseCase } from './update-profile.ts'

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
  const { clock, ids, rng } = services
  const { instead } = options
  const hasher = instead?.hasher ?? createPasswordHasher({ rng, pepper: services.secret('password-pepper') })
  const sender = createMessageSender({ ids, rail })
  const parts: Parts = {
    services,
    audit,
    hasher,
    sender,
    captcha:
      instead?.captcha ??
      createCaptcha({ clock, secret: services.secret('captcha'), cost: options.captchaCost ?? captchaCost }),
    codes: createOneTimeCodes({ ids, rng, key: services.secret('one-time-code') }),
    pins: {
      trade: createPins('trade', { services, audit, hasher, sender }),
      withdrawal: createPins('withdrawal', { services, audit, hasher, sender }),
    },
    factors: {
      services,
      audit,
      sealer: createSealer(services.secret('factor-secret'), rng),
      recoveryKey: services.secret('recovery-code'),
      entryKey: services.secret('passkey-entry'),
      onRecovery: (tx, owner, left, now) => recoveryUsed(parts, tx, { owner, left, now }),
    },
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
    staffDeviceMs: () => (isPractice ? parts.staffWaitMs() : staffRules.deviceMs),
    staffNumberKey: services.secret('staff-number'),
    markOf: markWith(services.secret('address-mark')),
  }
  return {
    room: roomOf(parts, inbox),
    sessions: createSessionPort(services),
    renewSession: (tx, sessionId) => renewSession(services, tx, sessionId),
    operatorSessions: createOperatorSessionPort(services),
    needs: {
      'identity-verified': (customerId, db) => isIdentityVerified(db, customerId),
      'trade-password-set': (customerId, db) => parts.pins.trade.isSet(db, customerId),
      'withdrawal-password-set': (customerId, db) => parts.pins.withdrawal.isSet(db, customerId),
      'second-factor-set': (customerId, db) => hasFactor(db, customerId),
    },
    tradePasswords: parts.pins.trade,
    withdrawalPasswords: parts.pins.withdrawal,
    secondFactors: {
      isSet: hasFactor,
      verify: ({ customerId: owner, ...attempt }) => verifyFactor(parts.factors, { owner, ...attempt }),
    },
    operatorFactors: {
      verify: ({ operatorId: owner, ...attempt }) => verifyFactor(parts.factors, { owner, ...attempt }),
      givenAt: async (db, sessionId) => (await operatorSessionFacts(db, sessionId)).factorAt,
    },
    staff: createStaffAccounts(parts),
    customers: createCustomerRecords(parts),
    createDemoCustomers: () => createDemoCustomers(parts),
    demoCustomers: findDemoAccounts,
    createDemoOperators: () => createDemoOperators(parts),
  }
}

function roomOf(parts: Parts, inbox: PracticeInbox | undefined): Room {
  return {
    name: 'identity',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      onRead(calls.getCaptcha, () => parts.captcha.create()),
      onWrite(calls.sendCode, sendCodeUseCase(parts)),
      onWrite(calls.register, registerUseCase(parts)),
      // A command, not a write: a password is hashed before any transaction opens, and no token is kept for retries.
      onCommand(calls.login, signInUseCase(parts)),
      onRead(calls.askPasskeySignIn, askPasskeySignInUseCase(parts)),
      onCommand(calls.passkeySignIn, passkeySignInUseCase(parts)),
      onWrite(calls.logout, signOutUseCase(parts)),
      onRead(calls.loginInfo, loginInfoUseCase),
      onRead(calls.profile, profileUseCase(parts)),
      onRead(calls.listSessions, listSessionsUseCase),
      onWrite(calls.revokeSession, revokeSessionUseCase(parts)),
      onWrite(calls.updatePassword, updatePasswordUseCase(parts)),
      onWrite(calls.resetPassword, resetPasswordUseCase(parts)),
      onRead(calls.listFactors, listFactorsUseCase),
      onWrite(calls.challengeFactor, challengeFactorUseCase(parts)),
      onWrite(calls.startAuthenticator, startAuthenticatorUseCase(parts)),
      onWrite(calls.finishAuthenticator, finishAuthenticatorUseCase(parts)),
      onWrite(calls.startPasskey, startPasskeyUseCase(parts)),
      onWrite(calls.finishPasskey, finishPasskeyUseCase(parts)),
      onWrite(calls.renamePasskey, renamePasskeyUseCase(parts)),
      onWrite(calls.removeFactor, removeFactorUseCase(parts)),
      onWrite(calls.renewRecoveryCodes, renewRecoveryCodesUseCase(parts)),
      onWrite(calls.updateProfile, updateProfileUseCase(parts)),
      onWrite(calls.updateEmail, updateEmailUseCase(parts)),
      onWrite(calls.updatePhone, updatePhoneUseCase(parts)),
      onWrite(calls.updateAutoApply, updateAutoApplyUseCase(parts)),
      onWrite(calls.setKeyOnly, setKeyOnlyUseCase(parts)),
      onWrite(calls.unfreezeAccount, unfreezeAccountUseCase(parts)),
      onWrite(calls.freezeAccount, freezeAccountUseCase(parts)),
      onRead(calls.readPracticeInbox, readPracticeInboxUseCase(inbox)),
    ],
    operatorHandlers: [
      onCommand(operatorCalls.operatorLoginChallenge, operatorLoginChallengeUseCase(parts)),
      onCommand(operatorCalls.operatorLogin, operatorSignInUseCase(parts)),
      onRead(operatorCalls.operatorAskPasskeySignIn, operatorAskPasskeySignInUseCase(parts)),
      onCommand(operatorCalls.operatorPasskeySignIn, operatorPasskeySignInUseCase(parts)),
      ...staffHandlers(parts),
      onWrite(operatorCalls.operatorLogout, operatorSignOutUseCase(parts)),
      onRead(operatorCalls.operatorInfo, operatorInfoUseCase),
      onPoolRead(operatorCalls.operatorInbox, operatorInboxUseCase(parts, inbox)),
    ],
    jobs: [sweep, ...staffJobs(parts)],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
}

/** Staff's own keys, and being invited. */
function staffHandlers(parts: Parts): readonly Handler[] {
  return [
    onWrite(operatorCalls.operatorChallengeFactor, operatorChallengeUseCase(parts)),
    onWrite(operatorCalls.operatorConfirmFactor, operatorConfirmUseCase(parts)),
    onRead(operatorCalls.operatorListFactors, operatorFactorsUseCase),
    onWrite(operatorCalls.operatorStartAuthenticator, operatorStartAuthenticatorUseCase(parts)),
    onWrite(operatorCalls.operatorFinishAuthenticator, operatorFinishAuthenticatorUseCase(parts)),
    onWrite(operatorCalls.operatorStartPasskey, operatorStartPasskeyUseCase(parts)),
    onWrite(operatorCalls.operatorFinishPasskey, operatorFinishPasskeyUseCase(parts)),
    onWrite(operatorCalls.operatorRenamePasskey, operatorRenamePasskeyUseCase(parts)),
    onWrite(operatorCalls.operatorRemoveFactor, operatorRemoveFactorUseCase(parts)),
    onWrite(operatorCalls.operatorRenewRecoveryCodes, operatorRenewRecoveryCodesUseCase(parts)),
    onRead(operatorCalls.operatorListSessions, operatorListSessionsUseCase),
    onWrite(operatorCalls.operatorRevokeSession, operatorRevokeSessionUseCase(parts)),
    onRead(operatorCalls.readInvitation, readInvitationUseCase),
    onWrite(operatorCalls.invitationPasskey, invitationPasskeyUseCase(parts)),
    onWrite(operatorCalls.acceptInvitation, acceptInvitationUseCase(parts)),
  ]
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
    await removeOldEntryChallenges(sql, now)
    await removeOldCodes(sql, instant(Math.max(0, now - dayMs)))
    await removeOldChallenges(sql, instant(Math.max(0, now - dayMs)))
    await transaction(sql, (tx) => removeOldFreezeLinks(tx, instant(Math.max(0, now - 30 * dayMs))), {
      cause: 'job:identity-sweep',
    })
    await removeOldAttempts(sql, instant(Math.max(0, now - 30 * dayMs)), now)
    await removeOldSessionChanges(sql)
    await removeOldSessions(sql, instant(Math.max(0, now - 90 * dayMs)))
  },
}

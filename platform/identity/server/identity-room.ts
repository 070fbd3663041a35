import { sweepFactors } from '@bolsillo/factors/server'
import { instant } from '@bolsillo/kernel'
import { handlersOf, type Job, type Room, transaction, type UseCase, useCase } from '@bolsillo/server-kit'
import { getCaptcha as getCaptchaCall } from '../contract/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { updateEmail, updatePhone } from './account/change-address.ts'
import { loginInfo, profile } from './account/own-account.ts'
import { register } from './account/register-customer.ts'
import { updateAutoApply, updateProfile } from './account/update-profile.ts'
import { removeOldCaptchas } from './code/captcha-store.ts'
import { sendCode } from './code/send-code.ts'
import type { IdentityDeps } from './deps.ts'
import { removeOldFreezeLinks } from './freeze/cool-down-store.ts'
import { freezeAccount } from './freeze/freeze.ts'
import { unfreezeAccount } from './freeze/unfreeze.ts'
import { readPracticeInbox } from './message/practice-inbox.ts'
import { acceptInvitation, invitationPasskey, readInvitation } from './operator/invitations.ts'
import { operatorConfirm, operatorFactors } from './operator/operator-factors.ts'
import { operatorInbox } from './operator/operator-inbox.ts'
import { operatorAskPasskeySignIn, operatorPasskeySignIn } from './operator/operator-passkey-sign-in.ts'
import { operatorListSessions, operatorRevokeSession } from './operator/operator-sessions.ts'
import { operatorInfo, operatorLoginChallenge, operatorSignIn, operatorSignOut } from './operator/operator-sign-in.ts'
import { staffJobs } from './operator/staff-jobs.ts'
import { ownFactors } from './password/own-factors.ts'
import { resetPassword } from './password/reset-password.ts'
import { updatePassword } from './password/update-password.ts'
import { setKeyOnly } from './session/key-only.ts'
import { listSessions, revokeSession, signOut } from './session/own-session.ts'
import { removeOldSessionChanges, removeOldSessions } from './session/session-store.ts'
import { signIn } from './session/sign-in.ts'
import { askPasskeySignIn, passkeySignIn } from './session/sign-in-by-passkey.ts'

const getCaptcha = useCase(getCaptchaCall, (_request, _context, { captcha }: IdentityDeps) => captcha.create())

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

/** The room as one list: what it answers, and what it does by itself. */
export function roomOf(deps: IdentityDeps): Room {
  return {
    name: 'identity',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, deps),
    operatorHandlers: handlersOf(operatorUseCases, deps),
    jobs: [sweep, ...staffJobs(deps)],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
}

const dayMs = 24 * 3_600_000

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

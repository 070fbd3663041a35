import { factorRules } from '@bolsillo/factors/domain'
import { sessionRules } from '../../domain/session-rules.ts'
import type { StaffWords } from './es-ES.ts'

export const staff: StaffWords = {
  operator: {
    access: 'My access',
    accessNote:
      'Your second factors, and where you have the console open. If you lose them all, no one can sign in for you: two admins close your account and invite you again.',
    sessionsHint: `A session ends on its own after ${sessionRules.operator.idleMs / 60_000} minutes without use, and after ${sessionRules.operator.longestMs / 3_600_000} hours in any case.`,
    device: 'Device',
    network: 'Address',
    openedAt: 'Opened',
    usedAt: 'Last use',
    cancel: 'Cancel',
    roles: {
      support: 'support',
      compliance: 'compliance',
      treasury: 'treasury',
      product: 'product',
      auditor: 'audit',
      admin: 'administration',
    },
    signIn: 'Sign in to the console',
    signInHint: 'Staff only. Your account was shown when Bolsillo started.',
    orPasskey: 'Without a code your passkey will be asked for.',
    freshTitle: 'Confirm it is you',
    freshText: `You gave your second factor more than ${factorRules.freshMs / 60_000} minutes ago. Give it again and repeat the act.`,
    freshDone: 'Done: repeat the act',
    insecure:
      'The browser keeps no session here: open the console with https or, on this machine, at http://localhost.',
    factorHint: 'Now your second factor.',
    back: 'Use another account',
    enter: 'Create my account',
    welcome: 'Hello, {name}',
    invitedAs: 'Your account will be “{account}”, with these roles: {roles}.',
    choosePassword: 'Choose a password',
    passwordHint: 'At least {min} characters. Several words that do not belong together work well.',
    waitTitle: 'Your powers have not begun yet',
    waitFrom: 'They begin on',
    waitText:
      'Until then you cannot propose or decide anything. All staff have been notified. Sign in again after that time.',
    waitNumber:
      'Give your number to the person who approved your invitation: they enter it in the console. Then the wait begins.',
    number: 'Your number',
    numberText:
      'Give it, in person or by phone, to the person who approved your invitation. It is valid for a day. Then your powers wait, and all staff are notified.',
    numberDone: 'I gave them the number',
    onlyPasskey: 'You sign in with a passkey that no one else on the staff has, on your own device.',
    makePasskey: 'Create passkey and account',
    account: 'Account',
    password: 'Password',
    submit: 'Sign in',
    inbox: 'Practice messages',
    inboxHint: "That messages of the practice market went out. Your view is recorded in each customer's log.",
    sent: { code: 'A code went out', notice: 'A notice went out' },
    inboxEmpty: 'No one has asked for messages yet.',
    to: 'To',
    sentAt: 'Sent',
    refresh: 'Refresh',
    next: 'Next',
    previous: 'Previous',
    channel: 'Channel',
    sms: 'Text message',
    email: 'Email',
    practiceOnly: 'No one on the staff sees what a message says: a code appears only where it was asked for.',
  },
}

import { factorRules } from '../../domain/factor-rules.ts'
import { sessionRules } from '../../domain/session-rules.ts'
import type { StaffWords } from './es-ES.ts'

export const staff: StaffWords = {
  operator: {
    access: 'My access',
    accessNote:
      'Your second factors, and where you have the console open. If you lose them all nobody can sign in for you: two admins end your account and invite you anew.',
    sessionsHint: `A session ends by itself after ${sessionRules.operator.idleMs / 60_000} minutes without use, and after ${sessionRules.operator.longestMs / 3_600_000} hours in any case.`,
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
      'Until then you neither propose nor decide anything. All of the staff know. Sign in again after that time.',
    waitNumber:
      'Tell your number to whoever approved your invitation: they type it in at the console. Then the wait begins.',
    number: 'Your number',
    numberText:
      'Tell it, in person or by phone, to whoever approved your invitation. It is good for a day. Then your powers wait, and all of the staff are told.',
    numberDone: 'I have told it',
    onlyPasskey: 'You sign in with a passkey nobody else of the staff has, on your own device.',
    makePasskey: 'Create passkey and account',
    account: 'Account',
    password: 'Password',
    submit: 'Sign in',
    inbox: 'Practice messages',
    inboxHint: "That messages of the practice market went out. Your look stands in each customer's log.",
    sent: { code: 'A code went out', notice: 'A notice went out' },
    inboxEmpty: 'Nobody has asked for messages yet.',
    to: 'To',
    sentAt: 'Sent',
    refresh: 'Refresh',
    next: 'Next',
    previous: 'Previous',
    channel: 'Channel',
    sms: 'Text message',
    email: 'Email',
    practiceOnly: 'Nobody on the staff sees what a message says: a code appears only where it was asked for.',
  },
}

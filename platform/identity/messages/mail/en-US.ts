import { pinLockMs, pinTries } from '@bolsillo/factors/domain'
import type { Mail } from './es-ES.ts'

/** What is written to people, in English. */
export const mail: Mail = {
  'register-code': {
    title: 'Your code to open the account',
    text: '{code} is your Bolsillo code to open the account. It expires in {minutes} minutes. No one from Bolsillo will ask you for it.',
  },
  'reset-code': {
    title: 'Your code to change the password',
    text: '{code} is your Bolsillo code to set a new password. It expires in {minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.',
  },
  'trade-code': {
    title: 'Your code for the trade password',
    text: '{code} is your Bolsillo code to change the trade password. It expires in {minutes} minutes. No one from Bolsillo will ask you for it.',
  },
  'account-exists': {
    title: 'You already have an account',
    text: 'Someone tried to open a Bolsillo account with this address, but you already have one. If it was you, sign in with your password or reset it. If not, do nothing.',
  },
  'no-account': {
    title: 'There is no account here',
    text: 'Someone tried to reset a Bolsillo password with this address, but it has no account. If it was you, try another address or open an account.',
  },
  'new-device': {
    title: 'You signed in on a new device',
    text: 'Your account was opened on another device (name: {device}; network: {network}). If it was not you, freeze your account with one tap: {link}',
  },
  'login-password-changed': {
    title: 'Your password changed',
    text: 'The password of your account was changed and the other sessions ended. If it was not you, reset it now.',
  },
  'trade-password-changed': {
    title: 'Your trade password changed',
    text: 'A new trade password was saved in your account. If it was not you, change your sign-in password now.',
  },
  'trade-password-reset': {
    title: 'Your trade password was reset',
    text: 'The trade password was reset with a code (device: {device}; network: {network}). For {hours} hours nothing is opened on credit, and new withdrawal destinations wait. If it was not you, freeze your account: {link}',
  },
  'trade-password-locked': {
    title: 'Trade password locked',
    text: `There were ${pinTries} wrong tries with your trade password. It is locked for ${pinLockMs / 3_600_000} hours. Your money did not move.`,
  },
  'withdrawal-code': {
    title: 'Your code for the withdrawal password',
    text: '{code} is your Bolsillo code to change the withdrawal password. It expires in {minutes} minutes. No one from Bolsillo will ask you for it.',
  },
  'email-code': {
    title: 'Your code for this email address',
    text: '{code} is your Bolsillo code to use this email address in your account. It expires in {minutes} minutes. If you did not ask for it, do nothing.',
  },
  'phone-code': {
    title: 'Your code for this phone',
    text: '{code} is your Bolsillo code to use this phone in your account. It expires in {minutes} minutes. If you did not ask for it, do nothing.',
  },
  'unfreeze-code': {
    title: 'Your code to end the freeze',
    text: '{code} is your Bolsillo code to end the freeze of your account. It expires in {minutes} minutes. No one from Bolsillo will ask you for it.',
  },
  'address-taken': {
    title: 'This address already belongs to an account',
    text: 'Someone tried to use this address in another Bolsillo account, but it belongs to one already. If it was you, sign in with this address. If not, do nothing.',
  },
  'email-changed': {
    title: 'The email address of your account changed',
    text: 'The email address of your account is now {email}. Withdrawals wait {hours} hours. If it was not you, freeze your account: {link}',
  },
  'phone-changed': {
    title: 'The phone of your account changed',
    text: 'The phone of your account is now {phone}. Withdrawals wait {hours} hours. If it was not you, freeze your account: {link}',
  },
  'withdrawal-password-changed': {
    title: 'Your withdrawal password changed',
    text: 'A new withdrawal password was saved in your account. If it was not you, freeze your account: {link}',
  },
  'withdrawal-password-locked': {
    title: 'Withdrawal password locked',
    text: `There were ${pinTries} wrong tries with your withdrawal password. It is locked for ${pinLockMs / 3_600_000} hours. Your money did not move.`,
  },
  'factor-added': {
    title: 'You added a second factor',
    text: 'Your account has a new second factor: {factor}. If it was not you, freeze your account: {link}',
  },
  'factor-added-beside': {
    title: 'You added another second factor',
    text: 'Your account has another second factor: {factor}. For {hours} hours nothing is opened on credit, and new withdrawal destinations wait. If it was not you, freeze your account: {link}',
  },
  'factor-removed': {
    title: 'A second factor was removed',
    text: 'Removed from your account: {factor}. Withdrawals wait {hours} hours. If it was not you, freeze your account: {link}',
  },
  'recovery-used': {
    title: 'A recovery code was used',
    text: 'Someone used one of your recovery codes. {left} are left. Withdrawals wait {hours} hours. If it was not you, freeze your account: {link}',
  },
  'staff-invited': {
    title: 'You are invited to the staff of Bolsillo',
    text: '{name}, two people invited you to the staff as {account}. Open the link on your own device; it is good for a day and one use. Do not share it: {link}',
  },
  'staff-news-invited': {
    title: 'Staff: someone was invited',
    text: 'Two people invited {name} ({account}) with these roles: {roles}. If something is wrong, say so now.',
  },
  'staff-news-powers': {
    title: 'Staff: new powers',
    text: '{name} ({account}) will have these roles from {from} on: {roles}. Until then they neither propose nor decide. If something is wrong, say so now.',
  },
  'staff-news-removal': {
    title: 'Staff: someone gave up roles',
    text: '{name} ({account}) loses these roles from {from} on: {roles}. It waits, because only one other person is left with one of them.',
  },
  'staff-news-removed': {
    title: 'Staff: roles ended',
    text: '{name} ({account}) no longer has these roles: {roles}.',
  },
  'staff-news-root': {
    title: 'Staff: an invitation made on the server',
    text: 'Someone with access to the server invited {name} ({account}) without staff approval, with these roles: {roles}. It is recorded in the journal and in the public count. If something is wrong, report it now.',
  },
  'key-only': {
    title: 'Your account opens only with your key',
    text: 'Someone asked to reset your Bolsillo password, but your account opens only with your passkey: no code changes it. If you lost your key, sign in with your password and a recovery code.',
  },
  'key-only-on': {
    title: 'Your account opens only with your key',
    text: 'From now on your account opens only with your passkey; the password no longer signs in and cannot be reset. If it was not you, freeze your account: {link}',
  },
  'key-only-off': {
    title: 'Your password signs in again',
    text: 'Your account opens with the password again. Withdrawals wait. If it was not you, freeze your account: {link}',
  },
  frozen: {
    title: 'Your account is frozen',
    text: 'You froze your account: withdrawals wait and the sessions ended. Your money is still there. To end the freeze, sign in with your password and your second factor.',
  },
  unfrozen: {
    title: 'You ended the freeze',
    text: 'The freeze of your account is over. If it was not you, freeze your account again: {link}',
  },
}

import { idempotencyKeyLength } from '@bolsillo/contract'
import { pinDigits } from '@bolsillo/kernel'
import { bodyBytesMax } from '../mount/body/body-limit.ts'
import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  ok: 'Done',
  outcomeUnknown: 'We do not know whether it went through. Try again: it will not happen twice.',
  rejections: {
    'session-invalid': 'Your session has ended. Sign in again.',
    'not-open': 'Not open yet, please stay tuned.',
    'body-malformed': 'The request cannot be read: {why}.',
    'field-unknown': 'There is no field “{field}” here. Allowed: {allowed}.',
    'field-twice': 'The field “{field}” appears twice.',
    'field-missing': 'The field “{field}” is missing.',
    'field-invalid': 'The field “{field}” is not valid: {reason}.',
    'content-unsupported': 'Send the data as application/json or application/x-www-form-urlencoded, in UTF-8.',
    'body-too-large': `The request is too large: the limit is ${bodyBytesMax / 1024} KiB.`,
    'file-too-large': 'The file is too large: the maximum is {maximum} MiB.',
    'head-too-large': 'The head of the request is too large.',
    'request-too-slow': 'The request took too long to arrive whole. Try again.',
    'host-unknown': 'This server does not answer by that name. Use the official address of the app.',
    'too-many-connections': 'Your network has too many connections open. Close those you do not use and try again.',
    'idempotency-key-malformed': `The Idempotency-Key must have ${idempotencyKeyLength.min} to ${idempotencyKeyLength.max} letters, digits, dashes or underscores.`,
    'idempotency-key-reused': 'This Idempotency-Key was already used with other data.',
    'idempotency-key-in-flight': 'This same request is still being processed. Wait a moment.',
    'requested-with-missing': 'The request does not come from the app: the header X-Requested-With is missing.',
    'too-many-requests': 'Too many requests. Wait {seconds} s and try again.',
    overloaded: 'There are too many requests at the moment. Try again in a few seconds.',
    unavailable: 'We cannot serve your request at the moment. Nothing was done; try again in a few seconds.',
    'not-found': 'It does not exist.',
    'account-restricted':
      'Your account is restricted: you can look, talk to support, change your passwords, sell what you own and withdraw.',
    'identity-needed': 'Verify your identity first.',
    'trade-password-needed': `Set your ${pinDigits}-digit trade password first.`,
    'withdrawal-password-needed': `Set your ${pinDigits}-digit withdrawal password first.`,
    'vip-needed': 'This is for VIP customers.',
    'second-factor-needed': 'First add an authenticator app or a passkey in Security.',
    'role-needed': 'Your role does not allow this.',
    'practice-only': 'It does not exist.',
  },
  problems: {
    missing: 'it is missing',
    'wrong-type': 'it must be text',
    malformed: 'it does not have the right form',
    'too-short': 'it must have at least {minimum} characters',
    'too-long': 'it must have at most {maximum} characters',
    'too-small': 'it must be at least {minimum}',
    'too-large': 'it must be at most {maximum}',
    'not-allowed': 'it must be one of {allowed}',
    unknown: 'there is none',
  },
}

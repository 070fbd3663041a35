export { findAccountTags, findStaffAccounts, isNotOfDemo } from './account/demo-store.ts'
export type { Captcha } from './code/captcha.ts'
export { createIdentity, type IdentityOptions } from './create-identity.ts'
export type { DemoCustomer, DemoOperator, Identity, TradePasswords } from './identity.ts'
export type { MessageKind, MessageRail, OutgoingMessage, PracticeInbox, SentMessage } from './message/message-rail.ts'
export type { MessageFate, ReceiptCall, ReceiptReader } from './message/message-receipt.ts'
export type {
  DeviceAddress,
  DeviceNotice,
  MessageChannel,
  MessageOutcome,
  MessageProblem,
  MessageTransport,
  TransportMessage,
} from './message/message-transport.ts'
export * from './money-guards.ts'
export { inviteOperator, staffAccountShape } from './operator/invitations.ts'
export { isOwnAccount } from './operator/one-person-store.ts'
export { customersAfter, displayNumbersOf, isStaffSignedIn, operatorNamesOf } from './operator/operator-store.ts'
export type { StaffAccounts } from './operator/staff-accounts.ts'
export { deviceOfSession, findSignedOut, type SignedInDevice } from './session/signed-out-store.ts'

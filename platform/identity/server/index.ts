export { createIdentity, type IdentityOptions } from './create-identity.ts'
export type { DemoCustomer, DemoOperator, Identity, TradePasswords } from './identity.ts'
export type { MessageKind, MessageRail, OutgoingMessage, PracticeInbox } from './message-rail.ts'

export { createPayments, type PaymentEngine } from './create-payments.ts'
export { accountXpub, deriveAddress } from './derive-address.ts'
export type * from './payments.ts'
export type { PaymentPorts } from './ports.ts'

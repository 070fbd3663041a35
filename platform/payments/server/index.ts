export { createPayments, type PaymentEngine } from './create-payments.ts'
export type * from './payments.ts'
export type { PaymentPorts } from './ports.ts'

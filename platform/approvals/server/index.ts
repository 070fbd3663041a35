export * from './approvals.ts'
export { type ApprovalsRoom, createApprovals } from './create-approvals.ts'
export type { ApprovalsOptions } from './declarations.ts'
export { powersOf } from './staff-powers.ts'

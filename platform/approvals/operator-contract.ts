// The closed list of what staff can do here. What moves money or changes an account, a limit or a fee takes two people.
export * from './domain/calls/approval-calls.ts'
export * from './domain/calls/customer-calls.ts'
export * from './domain/calls/settings-calls.ts'
export * from './domain/calls/staff-calls.ts'
export * from './domain/calls/work-calls.ts'

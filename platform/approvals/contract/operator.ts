// The closed list of what staff can do here. What moves money or changes an account, a limit or a fee takes two people.
export * from './approval-calls.ts'
export * from './customer-calls.ts'
export * from './settings-calls.ts'
export * from './staff-calls.ts'
export * from './work-calls.ts'

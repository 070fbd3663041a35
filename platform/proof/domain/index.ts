export * from './coverage.ts'
export * from './statement.ts'
export * from './sum-tree.ts'

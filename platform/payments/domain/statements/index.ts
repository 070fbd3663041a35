export * from './bank-statement.ts'
export * from './csv-statement.ts'
export * from './read-statement.ts'

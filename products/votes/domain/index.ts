export * from './ballot-list.ts'
export * from './vote.ts'
export * from './vote-words.ts'

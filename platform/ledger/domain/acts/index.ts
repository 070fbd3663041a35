export * from './act.ts'
export { CborReader, NotCanonical } from './cbor-reader.ts'
export { CborWriter } from './cbor-writer.ts'

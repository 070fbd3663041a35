export * from './fees.ts'
export * from './order.ts'
export * from './traded-instrument.ts'
export * from './venue.ts'

import { defineCall, field, z } from '@bolsillo/contract'
import { tradedProducts } from '../domain/traded-instrument.ts'
import { orderFilters, readingOwn } from './order-calls.ts'
import { orderShape } from './wire-shapes.ts'

/** The customer's orders of every product in one list. */
export const ownOrders = defineCall({
  name: 'list-own-orders',
  method: 'GET',
  path: '/user/orders',
  ...readingOwn,
  request: z.object({
    product: field.optional(field.oneOf(tradedProducts)),
    filter: field.optional(field.oneOf(orderFilters)),
    ...field.pageFields(field.id('ord')),
  }),
  reply: field.pageOf(z.object({ ...orderShape.shape, product: z.enum(tradedProducts) })),
  rejections: [],
  summary: 'The customer’s orders of every product or of one, newest first. The money of a contract’s is its notional.',
})

import type sharp from 'sharp'

const loading: { library?: Promise<typeof sharp> } = {}

/**
 * The library of pictures, brought with the first one: a start should not wait for what most requests never need.
 * Pictures share two processors with orders: one thread each, and no cache of what is a customer's.
 */
export async function pictureLibrary(): Promise<typeof sharp> {
  loading.library ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1)
    library.cache(false)
    return library
  })
  return await loading.library
}

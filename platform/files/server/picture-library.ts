import type sharp from 'sharp'

const loading: { library?: Promise<typeof sharp> } = {}

/**
 * The picture library, imported with the first picture, so that a start does not wait for it. Pictures share two
 * cores with orders, so it gets one thread, and no cache, which would hold customers' data.
 */
export async function pictureLibrary(): Promise<typeof sharp> {
  loading.library ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1)
    library.cache(false)
    return library
  })
  return await loading.library
}

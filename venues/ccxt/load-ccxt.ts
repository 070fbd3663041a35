/** The library, or that it is not there. */
type LoadedCcxt = { readonly library: unknown } | { readonly missing: true }

/** A variable, so that neither the type checker nor the walls require a library that may be absent. */
const libraryName = 'ccxt'

/** Loads ccxt if it is installed. Only a market of real prices calls this: it takes two thirds of a second and 100 MB. */
export async function loadCcxt(load: () => Promise<unknown> = () => import(libraryName)): Promise<LoadedCcxt> {
  try {
    return { library: await load() }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // A library that is there and broken is another trouble, and throws its own error.
    if (isMissing && error.message.includes(`'${libraryName}'`)) return { missing: true }
    throw error
  }
}

const bytesRead = 200

/** Encodings a feed may be in, by their names; what is none of them is refused and not guessed. */
const known: Readonly<Record<string, string>> = {
  ...{ 'utf-8': 'utf-8', utf8: 'utf-8', 'us-ascii': 'utf-8', ascii: 'utf-8' },
  ...{ 'iso-8859-1': 'windows-1252', latin1: 'windows-1252', 'windows-1252': 'windows-1252' },
  ...{ 'utf-16': 'utf-16le', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be' },
}

/**
 * The text of an XML document: by its mark of byte order, else by what was said of it (`charset` of the content type), else by its
 * declaration, else UTF-8 (RFC 7303). Undefined where that encoding is unknown, or a byte is none of it.
 */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined): string | undefined {
  const encoding = markOf(bytes) ?? known[(charset ?? declaredOf(bytes) ?? 'utf-8').toLowerCase()]
  if (encoding === undefined) return undefined
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function declaredOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, bytesRead)).toString('latin1')
  return /^<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,30})["']/.exec(start)?.[1]
}

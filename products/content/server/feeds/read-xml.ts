import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element of a document, with its names in full. */
export interface Element {
  readonly space: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parts: readonly (string | Element)[]
}

/** What a document comes to: its root, or why it is not read. */
type ReadXml = { readonly root: Element } | { readonly problem: 'malformed' | 'document-type' }

const depthMax = 32
const elementsMax = 40_000

class DocumentType extends Error {}
type Open = Element & { readonly parts: (string | Element)[] }

/**
 * Reads an XML document. Strict: nothing is mended. A document type is refused whole, and with it every entity a document can
 * declare: none is ever expanded, and nothing is fetched.
 */
export function readXml(text: string): ReadXml {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: Open[] = []
  let root: Element | undefined
  let elements = 0
  parser.on('doctype', () => {
    throw new DocumentType()
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (open.length >= depthMax || elements > elementsMax) throw new Error('too deep or too many')
    const element: Open = { space: tag.uri, name: tag.local, attributes: attributesOf(tag), parts: [] }
    open.at(-1)?.parts.push(element)
    root ??= element
    open.push(element)
  })
  const keep = (words: string): void => {
    open.at(-1)?.parts.push(words)
  }
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.on('closetag', () => {
    open.pop()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    return { problem: error instanceof DocumentType ? 'document-type' : 'malformed' }
  }
  return root === undefined ? { problem: 'malformed' } : { root }
}

/** The attributes without a namespace: feeds write no others that are read. */
function attributesOf({ attributes }: SaxesTagNS): Readonly<Record<string, string>> {
  const plain = Object.values(attributes).filter(({ uri }) => uri === '')
  return Object.fromEntries(plain.map(({ local, value }) => [local, value]))
}

/** The elements directly within another that have a name. */
export const childrenOf = ({ parts }: Element, space: string, name: string): readonly Element[] =>
  parts.filter((part): part is Element => typeof part !== 'string' && part.space === space && part.name === name)

const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'svg', 'math', 'iframe', 'object'])

/** All text within an element, without what belongs to scripts and styles. */
export function textOf({ parts }: Element): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : silent.has(part.name.toLowerCase()) ? ' ' : ` ${textOf(part)} `))
    .join('')
}

/** A parsed JSON value: objects have no prototype, so that no key has a special meaning. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Why a text has no readable fields: it is malformed, or it repeats a field. */
export type Unreadable =
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'twice'; readonly field: string }

/** The fields that were read; `leftOut` names those a form or query has without a value. */
export type FieldsReading =
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, JsonValue>; readonly leftOut: readonly string[] }
  | Unreadable

const depthMax = 20
const keysMax = 200
const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const spaceShape = /[ \t\n\r]*/y

class Refusal extends Error {
  readonly reading: Unreadable
  constructor(reading: Unreadable) {
    super(reading.kind)
    this.reading = reading
  }
}

const malformed = (why: string): Refusal => new Refusal({ kind: 'malformed', why })

/**
 * Reads a JSON object, strictly. JSON.parse lets a key appear twice and keeps the last, so that two readers of one
 * message may see two different orders; this parser refuses that, and bounds depth and number of keys.
 */
export function readJsonObject(text: string): FieldsReading {
  const reader = new Reader(text)
  try {
    const value = reader.document()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { kind: 'malformed', why: 'not an object' }
    }
    return { kind: 'fields', fields: new Map(Object.entries(value)), leftOut: [] }
  } catch (error) {
    if (error instanceof Refusal) return error.reading
    throw error
  }
}

class Reader {
  readonly #text: string
  #at = 0
  #keys = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonValue {
    const value = this.#value(1)
    this.#space()
    if (this.#at !== this.#text.length) throw malformed('something after the end')
    return value
  }

  #space(): void {
    spaceShape.lastIndex = this.#at
    spaceShape.test(this.#text)
    this.#at = spaceShape.lastIndex
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  #value(depth: number): JsonValue {
    if (depth > depthMax) throw malformed(`nested deeper than ${depthMax}`)
    this.#space()
    if (this.#take('{')) return this.#object(depth)
    if (this.#take('[')) return this.#array(depth)
    if (this.#text[this.#at] === '"') return this.#string()
    if (this.#take('true')) return true
    if (this.#take('false')) return false
    if (this.#take('null')) return null
    numberShape.lastIndex = this.#at
    const number = numberShape.exec(this.#text)?.[0]
    if (number === undefined) throw malformed('not JSON')
    this.#at += number.length
    return Number(number)
  }

  #string(): string {
    const start = this.#at
    this.#at += 1
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw malformed('a text without its end')
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1
    }
    this.#at += 1
    try {
      // JSON.parse handles the escapes of a string.
      return JSON.parse(this.#text.slice(start, this.#at)) as string
    } catch {
      throw malformed('a text with a wrong character')
    }
  }

  #array(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = []
    this.#space()
    if (this.#take(']')) return items
    for (;;) {
      items.push(this.#value(depth + 1))
      this.#count()
      this.#space()
      if (this.#take(']')) return items
      if (!this.#take(',')) throw malformed('a list without its end')
    }
  }

  #object(depth: number): { readonly [key: string]: JsonValue } {
    const object: { [key: string]: JsonValue } = Object.create(null)
    this.#space()
    if (this.#take('}')) return object
    for (;;) {
      this.#space()
      if (this.#text[this.#at] !== '"') throw malformed('a field without a name')
      const key = this.#string()
      this.#space()
      if (!this.#take(':')) throw malformed('a field without a value')
      if (Object.hasOwn(object, key)) throw new Refusal({ kind: 'twice', field: key })
      object[key] = this.#value(depth + 1)
      this.#count()
      this.#space()
      if (this.#take('}')) return object
      if (!this.#take(',')) throw malformed('an object without its end')
    }
  }

  #count(): void {
    this.#keys += 1
    if (this.#keys > keysMax) throw malformed(`more than ${keysMax} values`)
  }
}

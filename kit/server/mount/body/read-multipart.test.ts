import { describe, expect, it } from 'vitest'
import { readMultipart } from './read-multipart.ts'

const type = 'multipart/form-data; boundary=b'
const part = (headers: string, content: string): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const purpose = part('Content-Disposition: form-data; name="purpose"', 'identity')
const photo = part('Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg', 'JPEG')
const read = (body: string, contentType = type) => readMultipart(contentType, Buffer.from(body))

describe('a multipart body', () => {
  it('is fields and files, byte for byte', () => {
    const reading = read(`${purpose}${photo}--b--\r\n`)
    expect(reading).toMatchObject({ kind: 'parts', leftOut: [] })
    if (reading.kind !== 'parts') return
    expect([...reading.fields]).toEqual([['purpose', 'identity']])
    expect(Buffer.from(reading.files.get('file')?.bytes ?? []).toString()).toBe('JPEG')
    expect(reading.files.get('file')?.name).toBe('a.jpg')
  })

  it('may hold line breaks and what looks like a boundary within a file', () => {
    const reading = read(
      `${part('Content-Disposition: form-data; name="file"; filename="a"', '\r\n--a\r\n\n--b')}--b--`,
    )
    expect(reading.kind === 'parts' && Buffer.from(reading.files.get('file')?.bytes ?? []).toString()).toBe(
      '\r\n--a\r\n\n--b',
    )
  })

  it('names a field left empty', () => {
    expect(read(`${part('Content-Disposition: form-data; name="purpose"', '')}--b--`)).toMatchObject({
      kind: 'parts',
      leftOut: ['purpose'],
    })
  })

  it.each([
    ['no boundary', photo, 'multipart/form-data'],
    ['another kind of parts', photo, 'multipart/mixed; boundary=b'],
    ['nothing', ''],
    ['a preamble', `hello\r\n${photo}--b--`],
    ['an epilogue', `${photo}--b--\r\nhello`],
    ['no end', photo],
    ['half a part', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
    ['headers without an end', '--b\r\nContent-Disposition: form-data; name="a"'],
    ['a part without a name', `${part('Content-Type: image/jpeg', 'x')}--b--`],
    [
      'a part that names itself twice',
      `${part('Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"', 'x')}--b--`,
    ],
    [
      'a part encoded otherwise',
      `${part('Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64', 'x')}--b--`,
    ],
    [
      'a second name of the file',
      `${part('Content-Disposition: form-data; name="file"; filename="a.jpg"; filename*=UTF-8\'\'b.exe', 'x')}--b--`,
    ],
    [
      'ten thousand parts',
      `${purpose.replace('purpose', 'p').repeat(1)}${Array.from({ length: 10_000 }, (_, i) => part(`Content-Disposition: form-data; name="p${i}"`, 'x')).join('')}--b--`,
    ],
    ['a field of 10 kB', `${part('Content-Disposition: form-data; name="a"', 'x'.repeat(10_000))}--b--`],
    [
      'a file’s name of 10 kB',
      `${part(`Content-Disposition: form-data; name="a"; filename="${'x'.repeat(10_000)}"`, 'x')}--b--`,
    ],
  ])('is malformed with %s', (_, body, contentType = type) => {
    expect(read(body, contentType).kind).toBe('malformed')
  })

  it('is malformed when a field is not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\r\n--b--'),
    ])
    expect(readMultipart(type, bytes).kind).toBe('malformed')
  })

  it('names nothing twice', () => {
    expect(read(`${photo}${photo}--b--`)).toEqual({ kind: 'twice', field: 'file' })
  })
})

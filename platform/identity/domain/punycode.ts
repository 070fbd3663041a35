// RFC 3492, for the domains of e-mail addresses. Browsers and Node can do it through URL, but domain code has neither.
const base = 36
const [tMin, tMax, skew, damp, initialBias, initialN] = [1, 26, 38, 700, 72, 128]

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2)
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > Math.floor(((base - tMin) * tMax) / 2); k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

const digit = (value: number): string => String.fromCharCode(value < 26 ? 97 + value : 22 + value)

function encodeDelta(delta: number, bias: number): string {
  let text = ''
  let rest = delta
  for (let k = base; ; k += base) {
    const t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
    if (rest < t) return text + digit(rest)
    text += digit(t + ((rest - t) % (base - t)))
    rest = Math.floor((rest - t) / (base - t))
  }
}

/** One label, of Unicode letters, in punycode without its `xn--`. */
export function encodePunycode(label: string): string {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  const basic = points.filter((point) => point < initialN)
  let text = basic.map((point) => String.fromCharCode(point)).join('') + (basic.length > 0 ? '-' : '')
  let [n, delta, bias, done] = [initialN, 0, initialBias, basic.length]
  while (done < points.length) {
    const next = Math.min(...points.filter((point) => point >= n))
    delta += (next - n) * (done + 1)
    n = next
    for (const point of points) {
      if (point < n) delta += 1
      if (point !== n) continue
      text += encodeDelta(delta, bias)
      bias = adapt(delta, done + 1, done === basic.length)
      delta = 0
      done += 1
    }
    delta += 1
    n += 1
  }
  return text
}

const labelsMax = 20
const letters = /^[\p{L}\p{M}\p{N}-]+$/u

/** A domain name in lower-case ASCII; undefined when a label holds what no domain holds. */
export function toAsciiDomain(typed: string): string | undefined {
  const labels = typed.normalize('NFKC').toLowerCase().normalize('NFC').split('.')
  if (labels.length > labelsMax) return undefined
  const ascii = labels.map((label) => {
    if (/^[\u0000-\u007f]*$/.test(label)) return label
    return letters.test(label) && label.length <= 63 ? `xn--${encodePunycode(label)}` : undefined
  })
  return ascii.includes(undefined) ? undefined : ascii.join('.')
}

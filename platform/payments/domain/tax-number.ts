// Brazil's numbers of people (CPF) and firms (CNPJ, with letters since July 2026). Format only: valid is not verified.

const isRepeated = (text: string): boolean => new Set(text).size === 1

/** The value of a character of a CNPJ: digits themselves, letters as ASCII − 48. */
const charValue = (character: string): number => character.charCodeAt(0) - 48

/** Σ value × weight with weights that start at 2 at the right end and begin again after `top`; 0 below 2, else 11 − rest. */
function checkDigit(text: string, top: number): string {
  const sum = [...text].reverse().reduce((total, one, place) => total + charValue(one) * (2 + (place % (top - 1))), 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/** The eleven digits of a CPF, or undefined. Points and the dash are allowed. */
export function readCpf(text: string): string | undefined {
  const cpf = text.replaceAll(/[ .-]/g, '')
  if (!/^[0-9]{11}$/.test(cpf) || isRepeated(cpf)) return undefined
  const first = checkDigit(cpf.slice(0, 9), 11)
  return cpf === cpf.slice(0, 9) + first + checkDigit(cpf.slice(0, 9) + first, 11) ? cpf : undefined
}

/** The fourteen characters of a CNPJ, upper case, or undefined. Points, slash and dash are allowed. */
export function readCnpj(text: string): string | undefined {
  const cnpj = text.replaceAll(/[ ./-]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(cnpj) || isRepeated(cnpj)) return undefined
  const first = checkDigit(cnpj.slice(0, 12), 9)
  return cnpj === cnpj.slice(0, 12) + first + checkDigit(cnpj.slice(0, 12) + first, 9) ? cnpj : undefined
}

/** A CPF or a CNPJ, or undefined. */
export function readTaxNumber(text: string): string | undefined {
  return readCpf(text) ?? readCnpj(text)
}

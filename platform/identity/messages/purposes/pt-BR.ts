import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'login-password-min': 'Mínimo de caracteres de uma senha de acesso nova.',
  'login-password-max': 'Máximo de caracteres de uma senha de acesso nova.',
  'before-trading': 'Onde a identidade é verificada antes da primeira ordem: onde o dinheiro é real, sempre ou nunca.',
  'cool-down-hours': 'Horas que os saques esperam depois de uma mudança no que os protege.',
  'freeze-days': 'Dias após os quais termina sozinho um bloqueio feito pelo próprio dono da conta.',
  'staff-wait-hours': 'Horas que esperam as faculdades novas da equipe onde o dinheiro é real.',
  'staff-wait-practice-minutes': 'Minutos que esperam no mercado de prática, no lugar dessas horas.',
}

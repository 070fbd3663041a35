import { idempotencyKeyLength } from '@bolsillo/contract'
import { pinDigits } from '@bolsillo/kernel'
import { bodyBytesMax } from '../mount/body/body-limit.ts'
import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  ok: 'Pronto',
  outcomeUnknown: 'Não sabemos se foi concluído. Tente de novo: não será feito duas vezes.',
  rejections: {
    'session-invalid': 'Sua sessão terminou. Entre de novo.',
    'not-open': 'Ainda não está disponível, fique de olho.',
    'body-malformed': 'A solicitação não pode ser lida: {why}.',
    'field-unknown': 'O campo “{field}” não existe aqui. Permitidos: {allowed}.',
    'field-twice': 'O campo “{field}” aparece duas vezes.',
    'field-missing': 'Falta o campo “{field}”.',
    'field-invalid': 'O campo “{field}” não é válido: {reason}.',
    'content-unsupported': 'Envie os dados como application/json ou application/x-www-form-urlencoded, em UTF-8.',
    'body-too-large': `A solicitação é grande demais: o máximo é ${bodyBytesMax / 1024} KiB.`,
    'file-too-large': 'O arquivo é grande demais: o máximo é {maximum} MiB.',
    'head-too-large': 'O cabeçalho da solicitação é grande demais.',
    'request-too-slow': 'A solicitação demorou demais para chegar inteira. Tente de novo.',
    'host-unknown': 'Este servidor não responde por esse nome. Use o endereço oficial do aplicativo.',
    'too-many-connections': 'Há conexões demais abertas a partir da sua rede. Feche as que não usa e tente de novo.',
    'idempotency-key-malformed': `A chave Idempotency-Key deve ter de ${idempotencyKeyLength.min} a ${idempotencyKeyLength.max} letras, números, hifens ou sublinhados.`,
    'idempotency-key-reused': 'Esta chave Idempotency-Key já foi usada com outros dados.',
    'idempotency-key-in-flight': 'Esta mesma solicitação ainda está sendo processada. Aguarde um momento.',
    'requested-with-missing': 'A solicitação não vem do aplicativo: falta o cabeçalho X-Requested-With.',
    'too-many-requests': 'Solicitações demais. Espere {seconds} s e tente de novo.',
    overloaded: 'Há solicitações demais neste momento. Tente de novo em alguns segundos.',
    unavailable: 'Não podemos atender sua solicitação neste momento. Nada foi feito; tente de novo em alguns segundos.',
    'not-found': 'Não existe.',
    'account-restricted':
      'Sua conta está restrita: você pode consultar, falar com o suporte, mudar suas senhas, vender o que tem e sacar.',
    'identity-needed': 'Primeiro verifique sua identidade.',
    'trade-password-needed': `Primeiro crie sua senha de operações de ${pinDigits} dígitos.`,
    'withdrawal-password-needed': `Primeiro crie sua senha de saques de ${pinDigits} dígitos.`,
    'vip-needed': 'Esta função é para clientes VIP.',
    'second-factor-needed': 'Antes, adicione um app de códigos ou uma chave de acesso em Segurança.',
    'role-needed': 'Sua função não permite isso.',
    'practice-only': 'Não existe.',
  },
  problems: {
    missing: 'está faltando',
    'wrong-type': 'deve ser texto',
    malformed: 'não tem a forma correta',
    'too-short': 'deve ter pelo menos {minimum} caracteres',
    'too-long': 'deve ter no máximo {maximum} caracteres',
    'too-small': 'deve ser pelo menos {minimum}',
    'too-large': 'deve ser no máximo {maximum}',
    'not-allowed': 'deve ser um de {allowed}',
    unknown: 'não existe',
  },
}

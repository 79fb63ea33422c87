declare module "koa-passport" {
  import type { Middleware } from "koa";
  import type { Strategy } from "passport";

  /** Passport with Koa middleware. The package ships no types. */
  export class KoaPassport {
    use(name: string, strategy: Strategy): this;
    authenticate(
      strategy: string,
      options: { readonly session: false; readonly assignProperty: string },
    ): Middleware;
  }
}

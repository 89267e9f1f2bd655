import type { ZodType } from "zod";

import { Team, User } from "./schemas";

async function get<T>(url: string, schema: ZodType<T>): Promise<T> {
  const response = await fetch(url);
  return schema.parse(await response.json());
}

export async function getUser(id: string): Promise<User> {
  return get(`/api/users/${id}`, User);
}

export async function getTeam(id: string): Promise<Team> {
  return get(`/api/teams/${id}`, Team);
}

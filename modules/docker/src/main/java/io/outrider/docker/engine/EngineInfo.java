package io.outrider.docker.engine;

/**
 * Engine and the machine that it runs on.
 *
 * @param version of the engine, such as {@code 20.10.24}
 * @param architecture in the registries' words, such as {@code arm64}
 * @param variant such as {@code v7} for 32-bit ARM; empty if there is none
 * @param root folder of images and containers, for the question of free space; empty if unknown
 */
public record EngineInfo(String name, String version, String os, String architecture, String variant, String root) {}
